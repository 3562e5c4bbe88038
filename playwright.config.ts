import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

const installed = (paths: string[]) => paths.find((path) => existsSync(path))
const chromium = process.env['CHROMIUM'] ?? installed(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
// The headless shell opens a page with a third of the processor time. It has no WebRTC and fetches lazy pictures early,
// so the stories about calls and about the portfolio use the whole browser.
const shell = process.env['CHROMIUM'] ?? installed(['/usr/bin/chromium-headless-shell']) ?? chromium
const WHOLE_BROWSER = /\/(call|daily|relay|services|video-test)\.spec\.ts$/

const LAUNCH = {
  // Stories see the scrollbars that people with a mouse see.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  // Where the machine has none, files of other letters would be called 'download'.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--allow-loopback-in-peer-connection',
    // The browser itself would call out; nothing outside this machine is asked for anything.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
  ],
}

export default defineConfig({
  testDir: 'e2e',
  // Each has a site and a database of its own; two are what two cores carry.
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  timeout: 90_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/stories.json' }]],
  // A trace of everything takes a quarter of the time; `--trace on` makes one of a story that failed.
  // An element that is not there says so by its name, long before the story's own time is over.
  use: { screenshot: 'only-on-failure', actionTimeout: 30_000 },
  projects: [
    { name: 'pages', testIgnore: WHOLE_BROWSER, use: browserAt(shell) },
    { name: 'whole browser', testMatch: WHOLE_BROWSER, use: browserAt(chromium) },
  ],
})

function browserAt(executablePath: string | undefined) {
  return {
    ...devices['Desktop Chrome'],
    // Nothing glides, so nothing has to be waited for.
    contextOptions: { reducedMotion: 'reduce' as const },
    // Without a system browser: Playwright's full Chromium, which can do both.
    ...(executablePath ? { launchOptions: { ...LAUNCH, executablePath } } : { channel: 'chromium', launchOptions: LAUNCH }),
  }
}
