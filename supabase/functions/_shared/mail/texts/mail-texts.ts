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
  /** Notices about a change to an account, without a link. */
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
    /** Goes to the old address. */
    email_changed: CodeTexts
    erased: CodeTexts
  }
  /** Announces a new version of a legal document to everybody with an account. */
  legalChanged: Omit<LinkTexts, 'notYou'> & { choice: string; reason: string; documents: Record<'privacy' | 'terms' | 'cookies', string> }
  patientInvitationIsValid: string
  /** Mails about a patient without an account. `{inviter}` is a name, or the company if reception sends the invitation. */
  patient: {
    patient_claim: LinkTexts
    patient_guardian: LinkTexts
    /** Goes to each guardian, 30 days before the birthday. */
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
  /** The reasons that staff can choose, by code. `patient_asked` has a mail of its own instead. */
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
  /** Labels the owner of a clock, next to its time and city, where each clock has its own line. */
  clockOf: { reader: string; doctor: string; patient: string }
  /** Shown below the time if the patient's zone is unknown. */
  zoneUnknown: string
  /** Until when the patient can cancel or move the appointment on the site. */
  cancelUntil: string
  /** The title of the calendar event. */
  summary: string
  /** For a guardian: the subject and the calendar name the patient. */
  subjectFor: string
  summaryFor: string
  /** In the doctor's mail about a patient who gets no mail, replaces the text that says that the patient was notified. */
  toldByPhone: Pick<NewsTexts, 'preheader' | 'body'>
  inCalendar: string
  /** Leads to the consultation room. */
  joinCall: string
  /** `refund` is added if the payment is refunded. `fee_set`: staff entered the fee, and only the patient gets a mail. */
  toPatient: AppointmentNews & SideTexts & { bookAgain: string; refund: string; fee_set: NewsTexts & { action: string } }
  toDoctor: AppointmentNews & SideTexts
}

interface SideTexts {
  action: string
  /** Shown below a move that the doctor has to confirm. */
  awaitsAnswer: string
  /** Says where to read the message about a move or a cancellation, because mails do not quote it. */
  hasMessage: string
}

interface AppointmentNews {
  created: NewsTexts
  confirmed: NewsTexts
  /** For a cancellation by an unknown person. */
  cancelled: NewsTexts
  rejected: NewsTexts
  called_off: NewsTexts
  cancelled_by_patient: NewsTexts
  /** Staff cancelled it at the patient's request. */
  cancelled_on_request: NewsTexts
  /** Staff called it off after its start. */
  not_held: NewsTexts
  /** The time of the request passed without an answer. */
  expired: NewsTexts
  rescheduled: NewsTexts
  reminder_24h: NewsTexts
  reminder_1h: NewsTexts
}

/** Every kind of mail has a different subject. */
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
  /** Has no preheader, because the inbox shows the beginning of the message. */
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
