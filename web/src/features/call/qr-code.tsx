import { renderSVG } from 'uqr'

/** Black on white in every theme, because cameras expect it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    alt={label}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))}`}
    className="size-32 shrink-0 rounded-box bg-white"
  />
)
