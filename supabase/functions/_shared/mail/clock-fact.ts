// The clocks of an appointment as a fact of its mail: one line each, and a band from midnight to midnight that shows where in the day they
// are. Mail programs draw no SVG, so the band is a table of coloured cells. Day is taken to last from 6 to 18, as on the site.
import type { Fact } from './blocks.ts'
import { type ClockLine, capitalized, clocksInWords } from './clocks.ts'
import { escapeHtml as escape } from './escape.ts'
import type { Language } from './language.ts'
import type { Look } from './look.ts'

export function clockFact(label: string, lines: ClockLine[], language: Language): Fact {
  return {
    label,
    value: clocksInWords(lines, language),
    html: (look) => {
      const [first, second] = lines
      const shown = lines.map(({ text }, place) => `<span style="${lineStyle(place)}">${escape(capitalized(text, language))}</span>`)
      return shown.join('') + (first && second && first.time !== second.time ? band(look, first.time, second.time) : '')
    },
  }
}

const lineStyle = (place: number) => `display:block;${place === 0 ? 'font-weight:600' : 'font-size:15px'};overflow-wrap:anywhere`

const TABLE = 'role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0"'
const cell = (width: string, style: string, look = '') =>
  `<td width="${width}"${look} height="4" style="width:${width};height:4px;line-height:4px;font-size:0;${style}">&nbsp;</td>`

function band({ clocks }: Look, first: string, second: string) {
  const segments = [
    cell('25%', clocks.night, ' class="night"'),
    cell('50%', clocks.day, ' class="day"'),
    cell('25%', clocks.night, ' class="night"'),
  ]
  return `<div style="max-width:240px;padding:6px 0 4px">
${marker(first, clocks.own, 'dot')}
<table ${TABLE} style="table-layout:fixed;margin:3px 0"><tr>${segments.join('')}</tr></table>
${marker(second, clocks.other, 'ring')}
</div>`
}

/** A dot at a time of day, measured from midnight at the start of the line. */
function marker(time: string, style: string, name: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  // A dot late in the evening still fits into the line.
  const share = Math.min(96, Math.round(((hours + minutes / 60) / 24) * 100))
  const spacer = share > 0 ? `<td width="${share}%" style="width:${share}%;line-height:8px;font-size:0">&nbsp;</td>` : ''
  return `<table ${TABLE} style="table-layout:fixed"><tr>${spacer}<td height="8" style="line-height:8px;font-size:0"><span class="${name}" style="display:block;width:6px;height:6px;border-radius:4px;${style}">&nbsp;</span></td></tr></table>`
}
