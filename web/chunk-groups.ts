// Which modules share a file of the built site. Each file costs a request, and every byte of it delays the pages that load it first.
// Modules that every page needs come in one file, so that the first page takes few requests.
const SITE_CHUNK = {
  name: 'site',
  test: isAnyOf([
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/scheduler/',
    'src/entry-client.tsx',
    'src/app.tsx',
    'src/routes.tsx',
    'src/components/shell/',
    'src/components/contact-link.tsx',
    'src/components/hero.tsx',
    'src/components/icon-card.tsx',
    'src/components/picture.tsx',
    'src/components/section-heading.tsx',
    'src/components/ui/banner.tsx',
    'src/components/ui/button.tsx',
    'src/components/ui/field.tsx',
    'src/components/ui/menu.tsx',
    'src/lib/arrival.ts',
    'src/lib/classes.ts',
    'src/lib/early.ts',
    'src/lib/form.ts',
    'src/lib/i18n.tsx',
    'src/lib/languages.ts',
    'src/lib/paths.ts',
    'src/lib/patterns.ts',
    'src/lib/session.ts',
    'src/lib/theme.ts',
    'supabase/functions/_shared/company.ts',
  ]),
}

// Forms: the landing page has one. Their validation comes when somebody begins to write.
const FORM_CHUNK = {
  name: 'form',
  test: isAnyOf([
    'node_modules/react-hook-form/',
    'src/features/contact/contact-form.tsx',
    'src/features/contact/contact-section.tsx',
    'src/lib/email.ts',
  ]),
}

const RULES_CHUNK = { name: 'rules', test: isAnyOf(['node_modules/zod/']) }

// Times and portraits of doctors, which the landing page shows too, and the pictures that it shares with other pages.
const TIMES_CHUNK = {
  name: 'times',
  test: isAnyOf([
    'src/assets/hero-healthcare-',
    'src/assets/interior-minimalist-',
    'src/components/portrait.tsx',
    'src/components/ui/skeleton.tsx',
    'src/lib/config.ts',
    'src/features/doctors/list/next-',
    'src/features/doctors/soonest/',
    'src/lib/dates.ts',
    'src/lib/day-name.ts',
    'src/lib/next-slots.ts',
    'src/lib/public-api.ts',
    'src/lib/specialties.ts',
    'src/lib/use-now.ts',
    'src/lib/zones.ts',
  ]),
}

// Icons that only the pages of doctors and admins, calls and files have. Among the parts below, every page would load them.
const ICONS_CHUNK = {
  name: 'icons',
  minShareCount: 2,
  test: isAnyOf(
    [
      'arrow-down',
      'calendar-clock',
      'calendar-off',
      'calendar-x-2',
      'camera-off',
      'camera',
      'circle-dashed',
      'copy',
      'external-link',
      'id-card',
      'image-up',
      'mic',
      'notebook-pen',
      'pencil',
      'phone-off',
      'plus',
      'rotate-cw',
      'scan-eye',
      'scroll-text',
      'send-horizontal',
      'sliders-horizontal',
      'upload',
      'user-round-x',
      'video-off',
      'volume-2',
    ].map((icon) => `lucide-react/dist/esm/icons/${icon}.`),
  ),
}

// Small modules that other public pages and signed-in pages share: one file instead of one for each. None of them needs the client of
// the backend.
const PARTS_CHUNK = {
  name: 'parts',
  minShareCount: 2,
  test: isAnyOf([
    'node_modules/lucide-react/',
    'src/components/lazy-with-retry.tsx',
    'src/components/load-failed.tsx',
    'src/components/part-boundary.tsx',
    'src/components/spoken-language.tsx',
    'src/components/ui/badge.tsx',
    'src/components/ui/card.tsx',
    'src/components/ui/compact-select.tsx',
    'src/components/ui/empty-state.tsx',
    'src/components/ui/search-field.tsx',
    'src/components/ui/tabs.tsx',
    'src/components/ui/use-fade.tsx',
    'src/features/doctors/bio.tsx',
    'src/features/doctors/help.tsx',
    'src/lib/booking-draft.ts',
    'src/lib/clocks.ts',
    'src/lib/errors.ts',
    'src/lib/fold.ts',
    'src/lib/numbers.ts',
    'src/lib/save-file.ts',
    'src/lib/specialties.ts',
    'src/lib/spoken-languages.ts',
    'src/lib/use-is-wide.ts',
  ]),
}

// The fields for dates and for choosing from a list, which only forms need.
const FIELDS_CHUNK = {
  name: 'fields',
  test: isAnyOf([
    'src/components/ui/date-field.tsx',
    'src/components/ui/select-field.tsx',
    'src/components/ui/typeahead.ts',
    'src/components/ui/value-handle.ts',
    'src/lib/typed-day.ts',
    'src/lib/use-fine-pointer.ts',
  ]),
}

// The client of the backend and the cache of its answers, without the parts for accounts, live changes, files and functions, which
// come later.
const DATA_CHUNK = {
  name: 'data',
  test: isAnyOf([
    'src/lib/stored-session.ts',
    'node_modules/@supabase/postgrest-js/',
    'node_modules/@tanstack/',
    'src/features/first-admin/first-admin.tsx',
    'src/features/first-admin/queries.ts',
    'src/lib/live.ts',
    'src/lib/query-client.ts',
    'src/lib/session-client.ts',
    'src/lib/supabase.ts',
  ]),
}

// The client for live changes, which pages load once they are shown.
const REALTIME_CHUNK = { name: 'realtime', test: isAnyOf(['node_modules/@supabase/realtime-js/', 'node_modules/@supabase/phoenix/']) }

// Modules that at least two signed-in pages share.
const APP_CHUNK = {
  name: 'app',
  minShareCount: 2,
  test: isAnyOf([
    'src/components/arch-loader.tsx',
    'src/components/brass-edge.tsx',
    'src/components/counters.tsx',
    'src/components/ending.tsx',
    'src/components/guard.tsx',
    'src/components/lazy-part.tsx',
    'src/components/live-mark.tsx',
    'src/components/page-head.tsx',
    'src/components/signed-in.tsx',
    'src/components/status-badge.tsx',
    'src/components/two-clocks.tsx',
    'src/components/ui/dialog.tsx',
    'src/components/ui/form-skeleton.tsx',
    'src/components/when.tsx',
    'src/features/appointments/changes.ts',
    'src/features/appointments/keys.ts',
    'src/features/appointments/live',
    'src/features/appointments/own-queries.ts',
    'src/features/appointments/booking/booking-errors.ts',
    'src/features/appointments/booking/use-booking-problem.ts',
    'src/features/appointments/mine/cancellation.ts',
    'src/features/appointments/mine/heading.ts',
    'src/features/appointments/mine/reach-us.tsx',
    'src/features/appointments/mine/upcoming.ts',
    'src/features/appointments/picker/free-times.ts',
    'src/features/appointments/picker/own-days.ts',
    'src/features/appointments/picker/use-clocks.ts',
    'src/features/appointments/picker/use-free-days.ts',
    'src/features/appointments/picker/picker-skeleton.tsx',
    'src/features/appointments/reschedule/moved-note.tsx',
    'src/features/appointments/reschedule/reschedule-dialog.tsx',
    'src/features/call/availability.ts',
    'src/features/doctors/queries.ts',
    'src/features/profile/own-zone.ts',
    'src/features/profile/queries.ts',
    'src/features/profile/zone-offer.tsx',
  ]),
}

// Shared by parts of signed-in pages that are loaded when somebody opens them.
const OPENED_CHUNK = {
  name: 'opened',
  minShareCount: 2,
  test: isAnyOf(['src/components/unsaved-changes.tsx', 'src/features/appointments/mine/calendar-button.tsx', 'src/lib/leave-guard.ts']),
}

// The files and the call that an appointment offers in the lists of patients and doctors.
const CARDS_CHUNK = {
  name: 'cards',
  minShareCount: 2,
  test: isAnyOf([
    'src/features/call/active-call.ts',
    'src/features/call/call-panel.tsx',
    'src/features/call/call-texts.ts',
    'src/features/files/connection-wait.ts',
    'src/features/files/files-button.tsx',
    'src/features/files/refresh.ts',
    'src/features/files/rules.ts',
    'src/features/files/unfinished-store.ts',
    'src/features/files/unfinished-uploads.tsx',
    'src/features/files/upload.ts',
    'src/features/files/upload-queue.ts',
    'src/features/files/use-uploads.ts',
  ]),
}

// Days and times, and what booking asks for after them.
const PICKER_CHUNK = {
  name: 'picker',
  test: isAnyOf([
    'src/features/appointments/booking/account-step.tsx',
    'src/features/appointments/booking/after-booking.tsx',
    'src/features/appointments/booking/booking-details.tsx',
    'src/features/appointments/booking/booking-summary.tsx',
    'src/features/appointments/booking/hold-notice.tsx',
    'src/features/appointments/picker/day-and-time.tsx',
    'src/features/appointments/picker/parts-of-day.ts',
    'src/features/appointments/picker/radio-keys.ts',
    'src/features/appointments/picker/taken-times.ts',
    'src/features/appointments/picker/time-grid.tsx',
    'src/features/appointments/picker/time-lost.tsx',
    'src/features/appointments/picker/times-of-day.tsx',
    'src/features/appointments/picker/use-taken-times.ts',
    'src/features/appointments/picker/week-strip.tsx',
    'src/features/appointments/picker/zone-line.tsx',
  ]),
}

// Modules that the pages of doctors and admins share.
const STAFF_CHUNK = {
  name: 'staff',
  minShareCount: 2,
  test: isAnyOf([
    'src/components/ui/row-list-skeleton.tsx',
    'src/features/appointments/staff/',
    'src/features/appointments/staff-queries.ts',
    'src/features/appointments/use-staff-appointments.ts',
  ]),
}

// Whether somebody has a second factor: the pages of staff ask at once, the profile later.
const SECOND_FACTOR_CHUNK = {
  name: 'second-factor',
  minShareCount: 2,
  test: isAnyOf([
    'src/features/second-factor/queries.ts',
    'src/features/second-factor/staff-second-factor.tsx',
    'src/lib/second-factor.ts',
  ]),
}

// Messages, which an appointment shows once it takes them.
const CHAT_CHUNK = { name: 'chat', minShareCount: 2, test: isAnyOf(['src/features/chat/', 'src/lib/use-texts.ts']) }

// Patients who are waiting for their call to begin.
const WAITING_CHUNK = { name: 'waiting', minShareCount: 2, test: isAnyOf(['src/features/waiting/']) }

// The first group that fits takes a module, and what it imports.
export const CHUNK_GROUPS = [
  SITE_CHUNK,
  FORM_CHUNK,
  RULES_CHUNK,
  TIMES_CHUNK,
  ICONS_CHUNK,
  PARTS_CHUNK,
  FIELDS_CHUNK,
  DATA_CHUNK,
  REALTIME_CHUNK,
  APP_CHUNK,
  OPENED_CHUNK,
  CARDS_CHUNK,
  PICKER_CHUNK,
  STAFF_CHUNK,
  SECOND_FACTOR_CHUNK,
  CHAT_CHUNK,
  WAITING_CHUNK,
]

/** Whether a module is one of these files, or in one of these folders. */
function isAnyOf(paths: string[]) {
  return (id: string) => paths.some((path) => id.includes(path))
}
