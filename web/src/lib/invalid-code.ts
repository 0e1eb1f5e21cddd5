/** What is said of a code that was not taken, be it from an e-mail or from an app. */
export const INVALID_CODE = 'Le code est incorrect ou a expiré.'
