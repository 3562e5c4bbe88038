// `npm run mail-shots [-- kind …]`: takes a screenshot of every mail in every language, into test-results/mails.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { accountMail, accountMailKinds } from '../supabase/functions/_shared/mail/account-mails.ts'
import { accountNotice, accountNoticeKinds } from '../supabase/functions/_shared/mail/account-notices.ts'
import { appointmentMail, appointmentMailKinds } from '../supabase/functions/_shared/mail/appointment-mails.ts'
import { contactConfirmation, contactNotice } from '../supabase/functions/_shared/mail/contact-mails.ts'
import { type Language } from '../supabase/functions/_shared/mail/language.ts'
import { legalMail, legalMailDocuments } from '../supabase/functions/_shared/mail/legal-mails.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'

const OUT = join(import.meta.dirname, '../test-results/mails')
const WIDTHS = [375, 700]
const asked = process.argv.slice(2)

const NAMES: Record<Language, { first_name: string; last_name: string; message: string }> = {
  tr: { first_name: 'Ayşe', last_name: 'Yılmaz', message: 'Merhaba,\n\nİç mimari için bir teklif rica ediyorum.\nTeşekkürler.' },
  az: { first_name: 'Ləman', last_name: 'Əliyeva', message: 'Salam,\n\nMənzilin layihəsi üçün təklif istəyirəm.' },
  en: { first_name: 'Grace', last_name: 'O’Neil', message: 'Hello,\n\nI would like an offer for the design of a flat.' },
  ru: { first_name: 'Анна-Мария', last_name: 'Кузнецова', message: 'Здравствуйте!\n\nПришлите, пожалуйста, предложение по дизайну.' },
  ar: { first_name: 'ليلى', last_name: 'المنصوري', message: 'مرحبًا،\n\nأرغب في عرض لتصميم شقة.' },
  fr: { first_name: 'Hélène', last_name: 'Lefèvre', message: 'Bonjour,\n\nJe souhaite une offre pour un appartement.' },
}

function mailsIn(language: Language): [string, string][] {
  const person = NAMES[language]
  const appointment = {
    id: '6f1c2a52-9d7a-4a39-8f0e-0f6c4b0c9d11',
    status: 'pending',
    starts_at: '2027-01-15T10:00:00Z',
    ends_at: '2027-01-15T10:30:00Z',
    timezone: 'Asia/Baku',
    session_duration: 30,
    erased_at: null,
    reschedule_count: 1,
    previous_starts_at: '2027-01-14T11:00:00Z',
    rescheduled_by: 'patient',
    reschedule_message: 'x',
    cancellation_reason: 'x',
    type_name: {
      tr: 'İlk görüşme',
      az: 'İlk qəbul',
      en: 'First appointment',
      ru: 'Первый приём',
      ar: 'الموعد الأول',
      fr: 'Premier rendez-vous',
    },
    fee_minor: 12_000,
    fee_currency: 'AZN',
    fee_agreed_at: '2027-01-10T09:00:00Z',
    doctor: {
      id: '9b0c2a52-9d7a-4a39-8f0e-0f6c4b0c9d12',
      first_name: 'Rauf',
      last_name: 'Əliyev',
      timezone: 'Asia/Baku',
      cancellation_hours: 24,
      specialization: 'Kardiyoloji',
      specialty_code: 'kardiyoloji',
    },
    patient: { ...person, timezone: 'Europe/Paris', timezone_chosen_at: '2027-01-01T10:00:00Z', has_account: true },
    guardians: [],
  }
  const link = 'https://site.example/auth/v1/verify?token=0f6c4b0c9d116f1c2a529d7a4a398f0e&type=signup'
  const message = {
    ...person,
    name: `${person.first_name} ${person.last_name}`,
    email: 'someone@example.com',
    phone: '+994 50 000 00 00',
    service: 'healthcare',
    id: '3f9a1c2b-0000-4000-8000-000000000001',
    created_at: '2026-11-15T09:30:00Z',
    language,
  }
  return [
    ...accountMailKinds.map((kind): [string, string] => [
      `account-${kind}`,
      accountMail({ kind, language, firstName: person.first_name, link, code: '048213' }).html,
    ]),
    ...accountNoticeKinds.map((kind): [string, string] => [`notice-${kind}`, accountNotice({ kind, language }).html]),
    ...legalMailDocuments.map((document): [string, string] => [
      `legal-${document}`,
      legalMail({ document, version: '2026-11-18', language, siteUrl: 'https://site.example' }).html,
    ]),
    ...appointmentMailKinds.flatMap((kind) =>
      (['patient', 'doctor'] as const).map((to): [string, string] => [
        `appointment-${kind}-${to}`,
        appointmentMail({
          kind,
          to,
          recipient: 'x@example.com',
          language,
          siteUrl: 'https://site.example',
          sender: 'no-reply@bkv.example.com',
          appointment,
        }).html,
      ]),
    ),
    ['contact-notice', contactNotice(message).html],
    ['contact-confirmation', contactConfirmation(message).html],
  ]
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
let made = 0
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 } })
    for (const language of LANGUAGES) {
      for (const [kind, html] of mailsIn(language)) {
        if (asked.length && !asked.some((part) => kind.includes(part))) continue
        await page.setContent(html)
        await page.screenshot({ path: join(OUT, `${kind}.${language}.${width}.${colorScheme}.png`), fullPage: true })
        made++
      }
    }
    await page.close()
  }
}
await browser.close()
process.stdout.write(`${made} pictures in ${OUT}\n`)
