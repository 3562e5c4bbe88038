// Removes mail addresses and secrets from functions' output and errors, because mail servers and databases often repeat them.
const SECRET_NAME = /KEY|SECRET|PASSWORD|TOKEN|SMTP_URL/
const MIN_LENGTH = 8

export function createRedactor(environment: Record<string, string>) {
  const secrets = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value.length >= MIN_LENGTH)
    .flatMap(([, value]) => [value, passwordIn(value)])
    .filter((value) => value !== undefined)
    // Longest first, because one secret may contain another.
    .toSorted((a, b) => b.length - a.length)

  return (text: string) => {
    let redacted = text
    for (const secret of secrets) redacted = redacted.replaceAll(secret, '…')
    // Matched word by word: a single pattern around the @ would backtrack from every position of a long word.
    return redacted.replaceAll(/[^\s<>"'(),;:]+/g, (word) => (/[^@]@+[^@]/.test(word) ? '…@…' : word))
  }
}

function passwordIn(value: string) {
  const password = URL.canParse(value) ? new URL(value).password : ''
  return password.length >= MIN_LENGTH ? password : undefined
}
