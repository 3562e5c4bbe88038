// Error correction of QR codes: Reed–Solomon over GF(256) with the polynomial 0x11d.

export function errorCorrection(data: number[], count: number) {
  const divisor = divisorOf(count)
  const result = Array<number>(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    for (const [n, coefficient] of divisor.entries()) result[n] = (result[n] ?? 0) ^ product(coefficient, factor)
  }
  return result
}

function divisorOf(degree: number) {
  const coefficients = Array<number>(degree).fill(0)
  coefficients[degree - 1] = 1
  let root = 1
  for (let n = 0; n < degree; n++) {
    for (let j = 0; j < degree; j++) coefficients[j] = product(coefficients[j] ?? 0, root) ^ (coefficients[j + 1] ?? 0)
    root = product(root, 2)
  }
  return coefficients
}

function product(x: number, y: number) {
  let result = 0
  for (let n = 7; n >= 0; n--) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((y >>> n) & 1) * x
  }
  return result
}
