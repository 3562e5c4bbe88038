// Without a word in config.toml: only with the token of a person.
import { report } from '../_shared/report.ts'

export default { fetch: report }
