// What functions say and how they fail is logged without the addresses and secrets that mail servers and databases like to repeat.
const SECRET_NAME = /KEY|SECRET|PASSWORD|TOKEN|SMTP_URL/
const MIN_LENGTH = 8

export function createDiscreet(environment: Record<string, string>) {
  const secrets = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value.length >= MIN_LENGTH)
    .flatMap(([, value]) => [value, passwordIn(value)])
    .filter((value) => value !== undefined)
    // The longest first: one may hold another.
    .toSorted((a, b) => b.length - a.length)

  return (text: string) => {
    let told = text
    for (const secret of secrets) told = told.replaceAll(secret, '…')
    return told.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
  }
}

function passwordIn(value: string) {
  const password = URL.canParse(value) ? new URL(value).password : ''
  return password.length >= MIN_LENGTH ? password : undefined
}
