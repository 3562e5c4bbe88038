// Four doorways on one floor, each door further open than the one before.
const ARCH = 'M2 130V62a50 50 0 0 1 100 0v68z'
/** How much of the doorway the door leaf still covers, and how much its outer edge is foreshortened. */
const LEAVES = [
  { width: 104, slant: 0 },
  { width: 76, slant: 7 },
  { width: 44, slant: 13 },
  { width: 15, slant: 17 },
]

interface OpeningDoorwayProps {
  /** From 1 (closed) to 4. */
  step: number
  className?: string
}

export function OpeningDoorway({ step, className }: OpeningDoorwayProps) {
  const { width, slant } = LEAVES[step - 1] ?? { width: 0, slant: 0 }
  const clip = `doorway-${step}`
  const edge = Math.min(width, 102)
  return (
    <svg aria-hidden="true" viewBox="0 0 104 130" className={className}>
      <clipPath id={clip}>
        <path d={ARCH} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {/* The light of the room behind the door. */}
        <path d={ARCH} fill="#e9dcc3" />
        <path d={`M0 0H${edge}V${130 - slant}L0 130z`} className="fill-[#1d3157] dark:fill-[#0b1936]" />
        {width > 30 && <circle cx={edge - 11 + slant / 3} cy="84" r="2.4" className="fill-brass" />}
        {width < 104 && <path d={`M${edge} ${slant}V${130 - slant}`} className="stroke-brass" strokeWidth="1.5" />}
      </g>
      <path d="M2 130V62a50 50 0 0 1 100 0v68" fill="none" strokeWidth="1.75" className="stroke-brass" />
    </svg>
  )
}
