// A prerendered page is complete without its scripts. They are loaded after the first paint, so that they do not delay it.
import { type EarlyRequest, NOW, ROW_ID, START_OF_TODAY, USER_ID } from '../src/lib/load/early-answers.ts'
import { RENEWAL_MARGIN_SECONDS, storageKeyOf } from '../src/lib/session/stored-session.ts'

/** Clicks and submits before hydration wait in `window.early`; src/lib/load/early.ts replays them. */
const KEEP = `(function (early) {
  window.early = early
  function keep(event) {
    if (!window.early || !event.isTrusted) return
    var isSent = event.type === 'submit'
    var pressed = isSent ? event.target : event.target.closest('button:not([type=submit])')
    if (isSent) event.preventDefault()
    if (pressed) early.add(pressed)
  }
  document.addEventListener('click', keep, true)
  document.addEventListener('submit', keep, true)
})(new Set())`

// Sections below the first screen are laid out after the first paint (src/styles/base.css), except on a reload or with a link to a
// section, because these scroll at once and need the real height of the page.
const PUT_OFF_BELOW = `;(function (html, visit) {
  if (visit && visit.type === 'navigate' && !location.hash) html.dataset.below = 'later'
})(document.documentElement, performance.getEntriesByType('navigation')[0])`

// Hidden tabs, which never paint, and signed-in users, who want to use the page, load the scripts at once.
const START = `(function (html) {
  function start() {
    // One at a time, so that a press does not wait for all of them.
    document.querySelectorAll('link[data-later=run], link[data-later=fetch]').forEach(function (link) { setTimeout(load, 0, link) })
    whenIdle(layOutNext)
  }
  function whenIdle(next) {
    if (window.requestIdleCallback) requestIdleCallback(next, { timeout: 1000 })
    else setTimeout(next, 50)
  }
  // One section at a time, for the same reason.
  var below = Array.from(document.querySelectorAll('main > section, footer'))
  function layOutNext() {
    var section = below.shift()
    if (!section) return void delete html.dataset.below
    section.style.contentVisibility = 'visible'
    whenIdle(layOutNext)
  }
  // Frame callbacks run before the frame is painted, so this waits for the browser's paint entry. The timer is for browsers without one.
  function afterFirstPaint(next) {
    var timer = setTimeout(done, 2000)
    var observer = window.PerformanceObserver && new PerformanceObserver(function (list) {
      if (list.getEntriesByName('first-contentful-paint').length > 0) done()
    })
    if (observer) observer.observe({ type: 'paint', buffered: true })
    function done() {
      clearTimeout(timer)
      if (observer) observer.disconnect()
      next()
    }
  }
  function load(link) {
    link.rel = 'modulepreload'
    if (link.dataset.later !== 'run') return
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = link.href
    document.head.append(script)
  }
  // Clicks on these are replayed after hydration.
  document.querySelectorAll('[data-early]').forEach(function (button) { button.disabled = false })
  if (document.hidden || 'pending' in html.dataset || 'session' in html.dataset) start()
  else afterFirstPaint(start)
})(document.documentElement)`

// Sends the first requests of a page about the signed-in person; src/lib/load/early-answers.ts takes the answers. A session that must be
// renewed is left to the scripts.
const ask = (requests: EarlyRequest[]) => `(function (requests) {
  try {
    var config = JSON.parse(document.getElementById('config').textContent)
    var session = JSON.parse(localStorage.getItem((${String(storageKeyOf)})(config.supabaseUrl)))
    if (!session || session.expires_at < Date.now() / 1000 + ${RENEWAL_MARGIN_SECONDS}) return
    var early = { token: session.access_token, now: new Date().toISOString(), answers: {} }
    window.earlyAnswers = early
    // Off by an hour on a day with a clock change. The client then sends its own request.
    var startOfToday = function (row) {
      var clock = new Intl.DateTimeFormat('en-GB', { timeZone: row.timezone, timeStyle: 'medium' }).format(new Date(early.now)).split(':')
      var seconds = clock[0] * 3600 + clock[1] * 60 + Number(clock[2])
      return new Date(Math.floor(Date.parse(early.now) / 1000 - seconds) * 1000).toISOString()
    }
    var send = function (request, row) {
      if (request.isUnfiltered && location.search) return
      var path = request.path.replace('${NOW}', encodeURIComponent(early.now))
      path = path.replace('${USER_ID}', session.user.id)
      var body = request.body && request.body.replace('${NOW}', early.now)
      if (body && row) body = body.replace('${ROW_ID}', row.id).replace('${START_OF_TODAY}', startOfToday(row))
      var headers = Object.assign({ apikey: config.supabaseKey }, request.headers)
      headers.authorization = 'Bearer ' + session.access_token
      var address = config.supabaseUrl + '/rest/v1/' + path
      var answer = fetch(address, { method: body ? 'POST' : 'GET', headers: headers, body: body, signal: AbortSignal.timeout(15000) })
      // Sent before the client gets the answer, or it would send the same request itself.
      if (request.next) answer = answer.then(function (response) {
        return (response.ok ? response.clone().json() : Promise.resolve([]))
          .then(function (rows) { if (rows[0]) request.next.forEach(function (each) { send(each, rows[0]) }) })
          .catch(function () {})
          .then(function () { return response })
      })
      answer.catch(function () {})
      early.answers[address + (body || '')] = answer
    }
    requests.forEach(function (each) { send(each) })
  } catch (error) {}
})(${JSON.stringify(requests)})`

// Browsers are slow to create the first date format. Doing it while the scripts load does not delay the page.
const WARM_UP = `setTimeout(function () { new Intl.DateTimeFormat(document.documentElement.lang).format() })`

// The browser would find links in the HTML before it runs this script, and the requests would wait for them, because a browser opens only
// six connections.
const preloadAfterwards = (files: string[]) => `;(function (files) {
  files.forEach(function (file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  })
})(${JSON.stringify(files)})`

/** Sends the requests, then preloads the modules in `files`. */
export const asking = (requests: EarlyRequest[], files: string[]) =>
  `<script>${ask(requests)}\n${preloadAfterwards(files)}\n${WARM_UP}</script>`

export const later = (file: string, what: 'run' | 'fetch') => `<link data-later="${what}" crossorigin href="${file}" />`

/** Starts the scripts of a page that is complete without them. */
export function afterFirstPaint(html: string) {
  return keepingClicks(html, PUT_OFF_BELOW)
    .replaceAll(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, file: string) => later(file, 'run'))
    .replaceAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g, (_, file: string) => later(file, 'fetch'))
    .replace('</body>', () => `<script>${START}</script>\n  </body>`)
}

/** `also` is another script that runs before the page is drawn. */
export const keepingClicks = (html: string, also = '') =>
  html.replace('<body>', () => `<body>\n    <script>${[KEEP, also].filter(Boolean).join('\n')}</script>`)
