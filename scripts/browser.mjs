// Finds a browser for the stories: the system's, otherwise Debian's package, otherwise Playwright's download.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runNode, step } from './set-up.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const SHELL = '/usr/bin/chromium-headless-shell'

/** Returns undefined when there is a browser, otherwise the message to fail with. */
export function ensureBrowser() {
  if (hasSystemBrowser() || installFromDebian('chromium') || downloadFromPlaywright()) {
    // Most stories run faster in the headless shell. Without it, they run in the whole browser.
    if (!process.env.CHROMIUM && !existsSync(SHELL)) installFromDebian('chromium-headless-shell')
    return undefined
  }
  return 'No browser for the stories: install Chromium, or set CHROMIUM to its path, or set E2E=skip to leave them out.'
}

function hasSystemBrowser() {
  return process.env.CHROMIUM ? existsSync(process.env.CHROMIUM) : PLACES.some((place) => existsSync(place))
}

function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  step(`installing ${name} from Debian`)
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', name) && hasSystemBrowser()
}

function downloadFromPlaywright() {
  step("downloading Playwright's Chromium")
  return runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium', '--no-shell']).status === 0
}
