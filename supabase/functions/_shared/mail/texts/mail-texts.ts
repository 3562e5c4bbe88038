// The texts that every language must provide for mails.
import type { CancellationReason, Service } from '../../rules.ts'
export interface MailTexts {
  greeting: string
  greetingByName: string
  /** Shown above the full address, in case the button does not work. */
  linkByHand: string
  codeIfAsked: string
  yourCode: string
  linkIsValid: string
  codeIsValid: string
  bothAreValid: string
  inviteIsValid: string
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
  accountNotice: {
    factor_added: CodeTexts
    factor_removed: CodeTexts
    key_added: CodeTexts
    key_removed: CodeTexts
    passkey_added: CodeTexts
    passkey_removed: CodeTexts
    factor_reset: CodeTexts
    role_doctor: CodeTexts
    role_admin: CodeTexts
    password_changed: CodeTexts
    /** To the old address. */
    email_changed: CodeTexts
    erased: CodeTexts
  }
  /** A new version of a legal document, to everybody with an account. */
  legalChanged: Omit<LinkTexts, 'notYou'> & { choice: string; reason: string; documents: Record<'privacy' | 'terms' | 'cookies', string> }
  patientInvitationIsValid: string
  /** About a patient without an account. `{inviter}` is a name, or the company where reception invites. */
  patient: {
    patient_claim: LinkTexts
    patient_guardian: LinkTexts
    /** To each guardian, 30 days before. */
    coming_of_age: LinkTexts
  }
  appointment: AppointmentTexts
  contact: ContactTexts
}

interface AppointmentTexts {
  reason: string
  doctor: string
  patient: string
  /** In the doctor's mail, before the names of those who act for the patient. */
  companion: string
  date: string
  time: string
  /** For an appointment that was moved. */
  previousTime: string
  cancellationReason: string
  /** What staff chose from the list, by its code. A mail of its own says that the patient asked. */
  reasons: Record<Exclude<CancellationReason, 'patient_asked'>, string>
  /** The kind of appointment that the doctor offers under this name. */
  type: string
  /** `agreed` and `toAgree` are labels of the amount. */
  fee: { label: string; agreed: string; toAgree: string; onRequest: string }
  duration: string
  minutes: string
  doctorName: string
  /** Replaces a name that was erased or is not usable. */
  somePatient: string
  erasedPatient: string
  /** A time and its city. */
  clock: string
  yourClock: string
  doctorsClock: string
  patientsClock: string
  /** Beside a time and its city, where there is room for one line each. */
  clockOf: { reader: string; doctor: string; patient: string }
  /** Shown below the time if the patient's zone is unknown. */
  zoneUnknown: string
  /** Until when the patient can cancel or move the appointment on the site. */
  cancelUntil: string
  /** For the calendar. */
  summary: string
  /** For a guardian: the subject and the calendar say whom the appointment is for. */
  subjectFor: string
  summaryFor: string
  /** In the doctor's mail about a patient who gets none, in place of a text that says that they were notified. */
  toldByPhone: Pick<NewsTexts, 'preheader' | 'body'>
  inCalendar: string
  /** Leads to the consultation room. */
  joinCall: string
  /** `refund` is added where the patient gets back what was paid. `fee_set`: staff entered the fee, and only the patient is told. */
  toPatient: AppointmentNews & SideTexts & { bookAgain: string; refund: string; fee_set: NewsTexts & { action: string } }
  toDoctor: AppointmentNews & SideTexts
}

interface SideTexts {
  action: string
  /** Shown below a move that the doctor has to confirm. */
  awaitsAnswer: string
  /** Says where to read the message about a move or a cancellation, which mails do not contain. */
  hasMessage: string
}

interface AppointmentNews {
  created: NewsTexts
  confirmed: NewsTexts
  /** If it is not known who did it. */
  cancelled: NewsTexts
  rejected: NewsTexts
  called_off: NewsTexts
  cancelled_by_patient: NewsTexts
  /** By staff, because the patient asked for it. */
  cancelled_on_request: NewsTexts
  /** Called off by staff after it should have begun. */
  not_held: NewsTexts
  /** A request whose time passed without an answer. */
  expired: NewsTexts
  rescheduled: NewsTexts
  reminder_24h: NewsTexts
  reminder_1h: NewsTexts
}

/** Every case has a subject of its own. */
interface NewsTexts {
  subject: string
  title: string
  preheader: string
  body: string
}

interface ContactTexts {
  reason: string
  name: string
  email: string
  phone: string
  service: string
  services: Record<Service, string>
  message: string
  notSpecified: string
  received: string
  reference: string
  /** The message itself stands next to the subject. */
  notice: Omit<NewsTexts, 'preheader'>
  confirmation: NewsTexts & { notYou: string }
}

interface CodeTexts {
  subject: string
  preheader: string
  title: string
  body: string
  /** Says what to do if somebody else requested the mail. */
  notYou: string
}

interface LinkTexts extends CodeTexts {
  action: string
}
