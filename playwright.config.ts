import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { storiesFolder } from './e2e/random-order.ts'

const installed = (paths: string[]) => paths.find((path) => existsSync(path))
// The headless shell opens a page with a third of the processor time that the whole browser takes.
const executablePath =
  process.env['CHROMIUM'] ??
  installed(['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])

const BLINK_SETTINGS = [
  // Playwright's own settings for a mouse, which ours would replace.
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  // The shell does not measure its connection. Without this it loads lazy pictures earlier than a browser with a good connection.
  'lazyLoadingImageMarginPxUnknown=1250',
]

// These files start their site with settings of their own. Their stories stay together, so that each such site is started once.
const OWN_SITE_FILES = [
  'account',
  'call-joining',
  'company-settings',
  'daily',
  'doctor-zone',
  'first-admin',
  'first-admin-code',
  'first-day',
  'own-account',
  'people',
  'people-photos',
  'published-content',
  'relay',
  'second-factor-due',
  'security-key',
  'sign-in',
  'site-content',
]
// In a random order, a rank precedes the name.
const OWN_SITE = new RegExp(`/(?:[0-9a-f]{8}-)?(?:${OWN_SITE_FILES.join('|')})\\.spec\\.(?:ts|mjs)$`)

const LAUNCH = {
  // Stories see the scrollbars that people with a mouse see.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  // Without a UTF-8 locale, Chromium calls files with non-ASCII names 'download'.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    // Ten pictures a second are enough to see that a video plays, and encoding them takes less time than encoding thirty.
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
    '--allow-loopback-in-peer-connection',
    `--blink-settings=${BLINK_SETTINGS.join(',')}`,
    // The browser must not contact anything outside this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
  ],
}

export default defineConfig({
  testDir: storiesFolder(),
  // Each worker has a site and a database of its own. With three, stories ran into their timeouts on two cores.
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  // Guards against stories that hang. A machine whose cores are shared can be five times slower than usual for a while.
  timeout: 180_000,
  // On a busy machine the first call of a function takes more than the usual five seconds.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/stories.json' }]],
  projects: [
    { name: 'own site', testMatch: OWN_SITE },
    // Any worker takes the next story, so that no long file is left to one of them at the end.
    { name: 'shared site', testMatch: /\.spec\.(?:ts|mjs)$/, testIgnore: OWN_SITE, fullyParallel: true },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // Without a system browser, this is Playwright's full Chromium.
    ...(executablePath ? { launchOptions: { ...LAUNCH, executablePath } } : { channel: 'chromium', launchOptions: LAUNCH }),
    // Nothing is animated, so stories need not wait for animations.
    contextOptions: { reducedMotion: 'reduce' },
    // A site that may use the camera also learns the addresses of this machine, which two pages need to connect a call.
    permissions: ['camera', 'microphone'],
    // Recording a trace of every story would take a quarter of the time. `--trace on` records the story that failed.
    screenshot: 'only-on-failure',
    // A missing element is reported by its name, before the story itself times out.
    actionTimeout: 30_000,
  },
})
