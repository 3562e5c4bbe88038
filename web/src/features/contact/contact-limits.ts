import { MAX_CONTACT_MESSAGE_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../../supabase/functions/_shared/rules.ts'
import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'

export const MAX_LENGTH = {
  name: MAX_NAME_LENGTH,
  email: MAX_EMAIL_LENGTH,
  phone: MAX_PHONE_LENGTH,
  message: MAX_CONTACT_MESSAGE_LENGTH,
}
