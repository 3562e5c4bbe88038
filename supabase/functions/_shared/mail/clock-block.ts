// The time of an appointment: its day, one line for each clock, and a curve of the day with a mark for each clock. Mail programs draw no
// SVG, so the curve is a table with a dot for each hour. Daytime lasts from 6 to 18, as on the site.
import { type Block, colon } from './blocks.ts'
import { type ClockLine, clocksInWords } from './clocks.ts'
import { escapeHtml as escape } from './escape.ts'
import type { Look } from './look.ts'
import { mailTexts } from './texts.ts'

interface Appointed {
  /** The day in words, on the first clock. */
  day: string
  lines: ClockLine[]
  /** The time no longer holds and must not look like an upcoming one. */
  isOver?: boolean
}

export function appointedTime({ day, lines, isOver = false }: Appointed): Block {
  return {
    html: (look) => {
      const [first, second] = lines
      const differ = !isOver && first && second && first.time !== second.time
      const tone = isOver ? 'quiet' : 'ink'
      const struck = isOver ? look.struck : ''
      return `<table role="presentation" class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.when}">
<tr><td class="ink when" valign="middle" style="${look.whenCell}">
<p class="${tone}" style="${look.day};${struck}">${escape(day)}</p>
${lines.map((line, place) => clockLine(look, line, place, { isMarked: Boolean(differ), isOver })).join('\n')}
</td>${differ ? `<td class="curve" valign="middle" align="${look.end}" style="${look.curveCell}">${curve(look, first.time, second.time)}</td>` : ''}</tr>
</table>`
    },
    text: (language) => {
      const { date, time } = mailTexts[language].appointment
      return `${date}${colon(language)} ${day}\n${time}${colon(language)} ${clocksInWords(lines, language)}`
    },
  }
}

interface LineState {
  /** Whether the block has a curve, whose marks the lines repeat. */
  isMarked: boolean
  isOver: boolean
}

function clockLine(look: Look, { time, city, owner, day }: ClockLine, place: number, { isMarked, isOver }: LineState) {
  const label =
    owner && `<span class="quiet" style="${look.clockLabel}"> · ${escape(mailTexts[look.language].appointment.clockOf[owner])}</span>`
  // A time that is over is set in one size, because a line through large and small letters would be crooked.
  const isLarge = place === 0 && !isOver
  const [mark, name] = place === 0 ? [look.mark.own, 'dot'] : [look.mark.other, 'ring']
  const marker = isMarked && place < 2 ? `<span class="${name}" style="${look.marker};${mark}">&nbsp;</span>` : ''
  const clock = `${day ? `${escape(day)} ` : ''}<bdi dir="ltr" style="${isLarge ? look.clockTime : ''}">${time}</bdi> ${escape(city)}`
  const words = isOver ? `<span class="quiet" style="${look.struck}">${clock}</span>` : clock
  return `<p class="${isLarge ? 'ink' : 'quiet'}" style="${isLarge ? look.clock : look.secondClock}">${marker}${words}${label ?? ''}</p>`
}

const HOURS = 24
/** In pixels: how far noon is above midnight, and the size of a mark and of a dot. */
const [HEIGHT, MARK, DOT] = [28, 7, 3]

function curve({ mark }: Look, first: string, second: string) {
  const [own, other] = placesOf(first, second)
  const cells = Array.from({ length: HOURS }, (_, hour) => {
    const top = Math.round((HEIGHT / 2) * (1 + Math.cos((2 * Math.PI * hour) / HOURS)))
    if (hour === own) return cell(top, MARK - 2, mark.own, 'dot')
    if (hour === other) return cell(top, MARK - 2, mark.other, 'ring')
    const isDay = hour >= 6 && hour <= 18
    return cell(top + (MARK - DOT) / 2, DOT, isDay ? mark.day : mark.night, isDay ? 'day' : 'night')
  })
  return `<table role="presentation" aria-hidden="true" width="${HOURS * MARK}" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`
}

/** The hours of two different times. Times within the same hour are shown one hour apart. */
function placesOf(first: string, second: string): [number, number] {
  const [one, other] = [hourOf(first), hourOf(second)]
  if (one !== other) return [one, other]
  const isLater = second > first
  if (isLater) return one < HOURS - 1 ? [one, one + 1] : [one - 1, one]
  return one > 0 ? [one, one - 1] : [one + 1, one]
}

function hourOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Math.min(HOURS - 1, Math.round(hours + minutes / 60))
}

function cell(top: number, size: number, style: string, name: string) {
  const space = top ? `<div style="height:${top}px;line-height:${top}px;mso-line-height-rule:exactly">&nbsp;</div>` : ''
  return `<td width="${MARK}" valign="top" style="width:${MARK}px;font-size:0;line-height:0">${space}<div class="${name}" style="width:${size}px;height:${size}px;margin:0 auto;border-radius:5px;${style}">&nbsp;</div></td>`
}
