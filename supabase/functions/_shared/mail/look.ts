// The site's colours for mails: inline styles, and classes only for phones and dark mode, because mail programs support little else.
import { directionOf, type Language } from './language.ts'

const light = {
  page: '#f5f0e6',
  card: '#ffffff',
  ink: '#14233f',
  quiet: '#566179',
  blue: '#1d5bb8',
  brass: '#b08a3e',
  line: '#e4dccb',
  control: '#8d8674',
}
const dark = {
  page: '#0c1526',
  card: '#14213a',
  ink: '#f1ece0',
  quiet: '#aeb8cb',
  blue: '#9cc2ff',
  brass: '#d0ad62',
  line: '#2c3b58',
  control: '#5d7396',
}
/** As in web/public/icon.svg, in both colour schemes. */
const logo = { tile: '#0e1c36', doorway: '#d5b071', door: '#f6f1e7' }
const LOGO_PART = 'display:inline-block;text-align:center;line-height:0;font-size:0'
const serif = "Georgia,'Times New Roman',serif"

export type Look = ReturnType<typeof lookOf>

/** `isLast`: the last block has no margin below it, so that the card's padding is the same on all sides. */
export function lookOf(language: Language, isLast = false) {
  const after = (pixels: number) => (isLast ? '0' : `0 0 ${pixels}px`)
  const direction = directionOf(language)
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const sans = direction === 'rtl' ? "'Segoe UI',Tahoma,Arial,sans-serif" : "'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif"
  const heading = direction === 'rtl' ? `font-family:${sans};font-weight:700` : `font-family:${serif};font-weight:400`
  const text = `font-family:${sans};text-align:${start}`
  return {
    language,
    direction,
    end,
    blue: light.blue,
    page: `background:${light.page}`,
    // The site's logo without an image, which many programs do not load: a doorway with a door, on a tile.
    logo: `${LOGO_PART};width:32px;height:32px;margin-${end}:12px;vertical-align:middle;border-radius:7px;background:${logo.tile}`,
    logoDoorway: `${LOGO_PART};width:12px;height:17px;margin-top:7px;border:2px solid ${logo.doorway};border-bottom:0;border-radius:8px 8px 0 0`,
    logoDoor: `${LOGO_PART};width:2px;height:9px;margin-top:8px;border-radius:1px;background:${logo.door}`,
    brand: `font-family:${serif};text-align:${start};font-size:24px;line-height:32px;font-weight:600;color:${light.ink};padding:0 0 16px`,
    rule: `height:2px;line-height:2px;font-size:0;background:${light.brass}`,
    card: `background:${light.card};border:1px solid ${light.line};border-top:0;padding:40px;${text}`,
    title: `margin:0 0 20px;${heading};text-align:${start};font-size:26px;line-height:1.3;color:${light.ink}`,
    paragraph: `margin:${after(20)};${text};font-size:16px;line-height:1.6;color:${light.ink}`,
    note: `margin:${after(8)};${text};font-size:14px;line-height:1.6;color:${light.quiet}`,
    link: `color:${light.blue}`,
    buttonTable: `margin:${isLast ? '8px 0 0' : '8px 0 28px'}`,
    buttonCell: `background:${light.blue};border-radius:6px`,
    button: [
      `display:inline-block;padding:14px 28px;border-radius:6px;font-family:${sans};font-size:16px;line-height:24px;font-weight:600`,
      'text-align:center;color:#ffffff;text-decoration:none',
    ].join(';'),
    codeLabel: `margin:0 0 8px;${text};font-size:16px;line-height:1.6;color:${light.ink}`,
    code: [
      `margin:${after(28)};padding:14px 12px 14px 20px;background:${light.page};border:1px solid ${light.line};border-radius:6px`,
      `font-family:Consolas,Menlo,'Courier New',monospace;font-size:28px;line-height:36px;letter-spacing:8px`,
      `text-align:center;color:${light.ink}`,
    ].join(';'),
    facts: `margin:${after(28)};background:${light.page};border:1px solid ${light.line};border-radius:6px;border-collapse:separate`,
    factLabel: `width:128px;padding:${direction === 'rtl' ? '10px 20px 10px 0' : '10px 0 10px 20px'};${text};font-size:14px;line-height:24px;color:${light.quiet}`,
    fact: `padding:10px 20px;${text};font-size:16px;line-height:24px;color:${light.ink}`,
    when: `margin:0 0 12px;background:${light.page};border:1px solid ${light.line};border-radius:6px;border-collapse:separate`,
    whenCell: `padding:16px ${direction === 'rtl' ? '20px 16px 8px' : '8px 16px 20px'};${text}`,
    curveCell: `width:168px;padding:16px ${direction === 'rtl' ? '0 16px 20px' : '20px 16px 0'}`,
    day: `margin:0 0 4px;${text};font-size:16px;line-height:24px;font-weight:600;color:${light.ink}`,
    clock: `margin:0;${text};font-size:16px;line-height:36px;color:${light.ink}`,
    clockTime: 'font-size:28px;font-weight:600',
    secondClock: `margin:0;${text};font-size:15px;line-height:24px;color:${light.quiet}`,
    clockLabel: `font-size:14px;color:${light.quiet}`,
    marker: `display:inline-block;width:7px;height:7px;border-radius:5px;font-size:0;line-height:0;vertical-align:middle;margin-${end}:8px`,
    mark: {
      night: `background:${light.control}`,
      day: `background:${light.brass}`,
      own: `background:${light.blue};border:1px solid ${light.blue}`,
      other: `border:1px solid ${light.blue}`,
    },
    factValue: 'font-weight:600;overflow-wrap:anywhere',
    /** The arch of the portraits. */
    portrait: [
      `display:inline-block;width:40px;height:34px;padding-top:14px;margin-${end}:12px;vertical-align:middle;overflow:hidden`,
      `border:1px solid ${light.brass};border-radius:21px 21px 4px 4px;background:${light.card}`,
      `font-family:${serif};font-size:16px;line-height:24px;font-weight:600;text-align:center;color:${light.ink}`,
    ].join(';'),
    beside: 'display:inline-block;vertical-align:middle;max-width:75%',
    /** The style of a time that no longer holds. */
    struck: `text-decoration:line-through;overflow-wrap:anywhere;color:${light.quiet}`,
    quoteLabel: `margin:0 0 8px;${text};font-size:14px;line-height:1.6;color:${light.quiet}`,
    quote: [
      `margin:${after(28)};padding:16px 20px;background:${light.page};border:1px solid ${light.line};border-radius:6px`,
      `font-family:${sans};font-size:16px;line-height:1.6;color:${light.ink};overflow-wrap:anywhere`,
    ].join(';'),
    address: [
      `margin:24px 0 0;padding-top:20px;border-top:1px solid ${light.line}`,
      `${text};font-size:13px;line-height:1.6;color:${light.quiet}`,
    ].join(';'),
    fullUrl: `display:block;text-align:left;color:${light.blue};word-break:break-all`,
    footer: `${text};font-size:13px;line-height:1.6;color:${light.quiet};padding:24px 0 0`,
    imprint: `margin:0;text-align:${start}`,
  }
}

// The button has the same colours in dark mode: white on blue is readable in both.
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .card { padding: 28px 20px !important; }
  .button-table { width: 100% !important; }
  .button { display: block !important; }
  .fact-label { display: block !important; width: auto !important; padding: 12px 16px 0 !important; }
  .fact { display: block !important; padding: 0 16px 4px !important; }
  .facts { padding-bottom: 8px !important; }
  .when, .curve { display: block !important; text-align: inherit !important; }
  .when { padding: 16px 16px 0 !important; }
  .curve { padding: 8px 16px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; border-color: ${dark.line} !important; }
  .link { color: ${dark.blue} !important; }
  .dot { background: ${dark.blue} !important; border-color: ${dark.blue} !important; }
  .ring { border-color: ${dark.blue} !important; }
  .night { background: ${dark.control} !important; }
  .day { background: ${dark.brass} !important; }
  .portrait { color: ${dark.ink} !important; background: ${dark.card} !important; border-color: ${dark.brass} !important; }
  .rule { background: ${dark.brass} !important; }
  .code, .facts, .quote { color: ${dark.ink} !important; background: ${dark.page} !important; border-color: ${dark.line} !important; }
}
`
