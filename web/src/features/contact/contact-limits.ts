import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'

export const MAX_LENGTH = { name: 100, email: MAX_EMAIL_LENGTH, phone: 40, message: 2000 }
