// What every language has to say in mails.
export interface MailTexts {
  greeting: string
  greetingByName: string
  /** Above the address in full, for those whose button does not work. */
  linkByHand: string
  codeIfAsked: string
  yourCode: string
  linkIsValid: string
  codeIsValid: string
  bothAreValid: string
  questions: string
  accountReason: string
  account: {
    signup: LinkTexts
    magiclink: LinkTexts
    recovery: LinkTexts
    invite: LinkTexts
    email_change: LinkTexts
    reauthentication: CodeTexts
  }
  accountNoticeReason: string
  /** News about an account, with nothing to press. */
  accountNotice: { factor_added: CodeTexts; factor_removed: CodeTexts; factor_reset: CodeTexts }
  appointment: AppointmentTexts
  contact: ContactTexts
}

interface AppointmentTexts {
  reason: string
  doctor: string
  patient: string
  date: string
  time: string
  /** Of an appointment that was moved. */
  previousTime: string
  duration: string
  minutes: string
  doctorName: string
  /** In place of a name that is erased, or is none. */
  somePatient: string
  erasedPatient: string
  /** What one clock shows, and where it hangs. */
  clock: string
  yourClock: string
  doctorsClock: string
  patientsClock: string
  /** Under the clocks of a patient whose zone nobody knows. */
  zoneUnknown: string
  /** For the calendar. */
  summary: string
  inCalendar: string
  toPatient: AppointmentNews & SideTexts
  toDoctor: AppointmentNews & SideTexts
}

interface SideTexts {
  action: string
  /** Under a move that the doctor has to confirm. */
  awaitsAnswer: string
  /** Where to read what was written with a move or a cancellation: mails do not carry it. */
  hasMessage: string
}

interface AppointmentNews {
  created: NewsTexts
  confirmed: NewsTexts
  /** By nobody in particular. */
  cancelled: NewsTexts
  rejected: NewsTexts
  called_off: NewsTexts
  cancelled_by_patient: NewsTexts
  rescheduled: NewsTexts
  reminder_24h: NewsTexts
  reminder_1h: NewsTexts
}

/** The title is the subject as well. */
interface NewsTexts {
  title: string
  preheader: string
  body: string
}

interface ContactTexts {
  reason: string
  name: string
  email: string
  phone: string
  message: string
  notSpecified: string
  received: string
  reference: string
  notice: NewsTexts & { subject: string }
  confirmation: NewsTexts & { subject: string; notYou: string }
}

interface CodeTexts {
  subject: string
  preheader: string
  title: string
  body: string
  /** What to do when it was somebody else who asked. */
  notYou: string
}

interface LinkTexts extends CodeTexts {
  action: string
}
