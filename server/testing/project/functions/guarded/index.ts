// Has no settings in config.toml, so it requires a user's token.
import { report } from '../_shared/report.ts'

export default { fetch: report }
