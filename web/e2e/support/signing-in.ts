import type { Locator } from '@playwright/test'

/** The password of accounts that a test makes for itself. */
export const password = 'physique-2026'
/** The password of the demonstration's accounts. */
export const DEMO_PASSWORD = 'demo1234'

export const WRONG = 'Email ou mot de passe incorrect'
export const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.'
export const EMAIL_FAULT = 'Veuillez entrer une adresse email valide'
export const PASSWORD_FAULT = 'Le mot de passe doit contenir au moins 6 caractères'

/** What a browser writes about answers that refuse. */
export const REFUSED = /status of 40[039]|status of 429/
/** What it writes where a sign-in is over: the API's refusal, and the account service's of a new token. */
export const SIGNED_OUT = /status of 40[0139]/

export const emailOf = (form: Locator) => form.getByLabel('Email')
export const passwordOf = (form: Locator) => form.getByLabel('Mot de passe', { exact: true })
