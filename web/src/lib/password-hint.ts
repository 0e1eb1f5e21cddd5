/** Stands below the field of a new password, and is what the account service's refusal of a short one means. */
export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'
