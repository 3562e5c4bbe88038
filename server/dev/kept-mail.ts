export interface KeptMail {
  id: string
  at: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  attachments: { filename: string; contentType: string; content: string }[]
}
