// Common passwords that satisfy the rule: a capitalized common word with common digits and a sign, and keyboard runs. Only exact matches
// are refused, not passwords that contain one.

const WORDS = `
  Password Passw0rd Parola Sifre Sifrem Welcome Hello Merhaba Salam Privet Parol Bonjour Soleil Marhaba
  Qwerty Qwertz Azerty Qwertyu Asdfgh Asdf Qwer Zxcvbn Qazwsx Abc Abcd Abcde Abcdef Aa Test Tester Testing
  Admin Administrator Root User Guest Login Letmein Changeme Secret Default Master Access
  Monkey Dragon Football Baseball Shadow Sunshine Princess Superman Batman Michael Jordan Charlie Daniel Ashley Iloveyou Freedom
  Summer Winter Spring Autumn January February March April May June July August September October November December
  Monday Friday Company Google Samsung Doctor Hospital Medical
  Istanbul Ankara Izmir Turkiye Turkey Ataturk Galatasaray Fenerbahce Besiktas Trabzonspor Mustafa Mehmet Ahmet
  Baku Azerbaycan Azerbaijan Qarabag Nicat Moscow Moskva Russia Paris France London Dubai
`
const DIGITS = '1 2 12 01 07 11 123 111 007 321 1234 12345 123456 2020 2021 2022 2023 2024 2025 2026 2027'
const SIGNS = '! @ * ? $ !!'
const RUNS = `
  Aa1!Aa1! Aa1@Aa1@ Aa12345! Aa123456! Aa12345@ Aa123456@ A1b2c3d4! Abc123!@ Abcd123! Abcd1234@
  P@ssw0rd P@ssw0rd1 P@ssw0rd! P@ssw0rd123 P@ssword1 P@ssword123 P@$$w0rd P@$$w0rd1 Pa$$w0rd Pa$$w0rd1 Pa$$word1 P@55w0rd
  1qaz!QAZ !QAZ1qaz 1qaz@WSX !QAZ2wsx 1Qaz2wsx! 1qaz2wsX! Zaq1!qaz Zaq12wsx! Q1w2e3r4! Q1w2e3r4t5! Qwer1234! Qwe123!@ Qwerty!@ 1Q2w3e4r!
  Asdf1234! Asd123!@ Zxcv1234! Zxc123!@ Adm1n123! Adm!n123 L3tm31n! W3lcome! W3lc0me! Welc0me!
`

const list = (text: string) => text.trim().split(/\s+/)
const anyOf = (text: string) =>
  `(?:${list(text)
    .map((part) => part.replaceAll(/[*?$]/g, String.raw`\$&`))
    .join('|')})`

const RUN_SET = new Set(list(RUNS))
// Covers about thirty thousand passwords without storing a list.
const WORD_PATTERN = new RegExp(`^${anyOf(WORDS)}(?:${anyOf(DIGITS)}${anyOf(SIGNS)}|${anyOf(SIGNS)}${anyOf(DIGITS)})$`)

export const isCommonPassword = (password: string) => RUN_SET.has(password) || WORD_PATTERN.test(password)
