import * as v from 'valibot'
import { AccountDay } from '../entities/account-day.ts'
import { route } from './route.ts'

/**
 * Deletes the caller's own account: profile, lease and Cognito identity; audit entries stay. Admins and
 * owners cannot be deleted through the API. Requires a fresh sign-in, so that a copied token cannot
 * delete.
 */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  capability: 'account',
  status: 204,
  freshSignIn: true,
  errors: ['REAUTHENTICATION_REQUIRED', 'OWNER_REQUIRED', 'CONFLICT'],
})

/**
 * Ends every sign-in of the caller's account, this one included, and its session: tokens of sign-ins from before are
 * refused everywhere from now on, refreshed or not. Asked after a change of password.
 */
export const endSignIns = route({
  method: 'POST',
  path: '/api/account/sign-outs',
  access: 'user',
  capability: 'account',
  status: 204,
})

/** What the caller's account did in the last two weeks, newest first: which browsers, how many documents and networks. */
export const listOwnDays = route({
  method: 'GET',
  path: '/api/account/days',
  access: 'user',
  capability: 'account',
  response: v.object({ items: v.array(AccountDay) }),
})

/**
 * Notes whether the caller's account has a second factor, which the account service is asked for: nothing that the
 * caller says of it counts. Asked after it was switched on or off. When it is newly on, every sign-in of the account is
 * over, this one included: they were made with a password alone.
 */
export const recordSecondFactor = route({
  method: 'POST',
  path: '/api/account/second-factor',
  access: 'admin',
  capability: 'account',
  response: v.object({ hasSecondFactor: v.boolean() }),
})
