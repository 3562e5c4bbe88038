import { expect, test } from 'vitest'
import { violationOf } from './import-arrows.mjs'

test.each([
  ['web/src/routes/home.tsx', 'web/src/features/doctors/doctor-card.tsx'],
  ['web/src/features/doctors/queries.ts', 'web/src/lib/supabase.ts'],
  ['web/src/features/doctors/doctor-card.tsx', 'web/src/features/doctors/queries.ts'],
  ['web/src/features/appointments/booking/use-booking.ts', 'web/src/features/appointments/picker/free-times.ts'],
  ['web/src/lib/supabase.ts', 'supabase/functions/_shared/database.types.ts'],
  ['web/src/features/call/qr-code.tsx', 'server/auth/mfa/qr.ts'],
  ['supabase/functions/send-email/index.ts', 'supabase/functions/_shared/company.ts'],
  ['supabase/tests/profiles.test.ts', 'server/testing/database.ts'],
  ['server/main.ts', 'server/postgres/start.ts'],
  ['server/rest/handler.ts', 'server/config.ts'],
  ['server/rest/handler.test.ts', 'server/testing/server.ts'],
  ['server/rest/test-library.ts', 'server/testing/server.ts'],
  ['server/testing/server.ts', 'server/postgres/start.ts'],
  ['e2e/visitors.spec.ts', 'e2e/fixtures.ts'],
  ['e2e/daily.spec.ts', 'supabase/functions/_shared/testing/daily.ts'],
])('%s may import %s', (from, to) => {
  expect(violationOf(from, to)).toBeUndefined()
})

test.each([
  ['web/src/lib/supabase.ts', 'web/src/components/ui/button.tsx'],
  ['web/src/components/header.tsx', 'web/src/features/doctors/queries.ts'],
  ['web/src/features/doctors/doctor-card.tsx', 'web/src/features/appointments/staff-queries.ts'],
  ['web/src/features/call/queries.ts', 'web/src/features/appointments/keys.ts'],
  ['web/src/lib/supabase.ts', 'server/config.ts'],
  ['web/src/features/call/qr-code.tsx', 'server/auth/mfa/totp.ts'],
  ['web/src/lib/supabase.ts', 'supabase/functions/send-email/index.ts'],
  ['supabase/functions/send-email/index.ts', 'server/config.ts'],
  ['supabase/tests/profiles.test.ts', 'server/postgres/start.ts'],
  ['server/rest/handler.ts', 'server/auth/tokens.ts'],
  ['server/rest/handler.ts', 'server/testing/server.ts'],
  ['server/main.ts', 'web/src/routes.tsx'],
  ['e2e/visitors.spec.ts', 'server/config.ts'],
  ['e2e/visitors.spec.ts', 'supabase/functions/_shared/serve.ts'],
])('%s may not import %s', (from, to) => {
  expect(violationOf(from, to)).toBeTypeOf('string')
})
