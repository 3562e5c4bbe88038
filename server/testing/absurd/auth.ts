import { asKeys, everyBody, everyHeader, field, get, type Named, post, segment } from './place.ts'

const AUTH = '/auth/v1'
export const auth: Named[] = [
  ...everyBody('sign up', `${AUTH}/signup`),
  ['sign up: email', post(`${AUTH}/signup`, field('email', { password: 'Correct1Horse!' }))],
  ['sign up: password', post(`${AUTH}/signup`, field('password', { email: 'x@example.test' }))],
  ['sign up: metadata', post(`${AUTH}/signup`, (text) => `{"email":"x@example.test","password":"Correct1Horse!","data":${asKeys(text)}}`)],
  ['sign in: email', post(`${AUTH}/token?grant_type=password`, field('email', { password: 'x' }))],
  ['sign in: password', post(`${AUTH}/token?grant_type=password`, field('password', { email: 'x@example.test' }))],
  ['refresh', post(`${AUTH}/token?grant_type=refresh_token`, field('refresh_token'))],
  ['exchange', post(`${AUTH}/token?grant_type=pkce`, field('auth_code', { code_verifier: 'x' }))],
  ['challenge', post(`${AUTH}/otp`, field('code_challenge', { email: 'x@example.test', code_challenge_method: 's256' }))],
  ['recover', post(`${AUTH}/recover`, field('email'))],
  ['verify: token', post(`${AUTH}/verify`, field('token_hash', { type: 'email' }))],
  ['verify: code', post(`${AUTH}/verify`, field('token', { type: 'email', email: 'x@example.test' }))],
  ['resend', post(`${AUTH}/resend`, field('type'))],
  ['passkey', post(`${AUTH}/passkeys/authentication/verify`, field('credential'))],
  ['grant', get((text) => `${AUTH}/token?grant_type=${text}`)],
  ['link: token', get((text) => `${AUTH}/verify?type=signup&token=${text}`)],
  ['link: type', get((text) => `${AUTH}/verify?token=x&type=${text}`)],
  ['link: where to', get((text) => `${AUTH}/verify?type=signup&token=x&redirect_to=${text}`)],
  ['scope', segment('POST', (text) => `${AUTH}/logout?scope=${text}`)],
  ['path', segment('POST', (text) => `${AUTH}/${text}`)],
  ['factor', segment('POST', (text) => `${AUTH}/factors/${text}/verify`)],
  ...everyHeader('GET', `${AUTH}/user`, ['authorization', 'x-supabase-api-version', 'user-agent', 'apikey']),
]
