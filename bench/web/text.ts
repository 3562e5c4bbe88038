export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

export const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')
