import type { Locator } from '@playwright/test'

/** The password of accounts that a test creates for itself. */
export const password = 'physique-2026'
/** The password of the demonstration's accounts. */
export const DEMO_PASSWORD = 'demo1234'

export const WRONG = 'Email ou mot de passe incorrect'
export const EMAIL_FAULT = 'Veuillez entrer une adresse email valide'
export const PASSWORD_FAULT = 'Le mot de passe doit contenir au moins 6 caractères'

/** Browsers write these messages about refusals. */
export const REFUSED = /status of 40[039]|status of 429/
/**
 * Browsers write these messages when a sign-in is over: about a refusal of the API, and about a refused refresh of the
 * token.
 */
export const SIGNED_OUT = /status of 40[0139]/

export const emailOf = (form: Locator) => form.getByLabel('Email')
export const passwordOf = (form: Locator) => form.getByLabel('Mot de passe', { exact: true })
