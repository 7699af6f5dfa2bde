import type { Command } from './command.ts'
import { claim } from './commands/claim.ts'
import { completionsOf } from './commands/completions.ts'
import { connectClients } from './commands/connect.ts'
import { doctor } from './commands/doctor.ts'
import { importFile } from './commands/import.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { open } from './commands/open.ts'
import { recall } from './commands/recall.ts'
import { remember } from './commands/remember.ts'
import { runWitnessed } from './commands/run.ts'
import { tasks } from './commands/tasks.ts'
import { tunnel } from './commands/tunnel.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  connectClients,
  doctor,
  tasks,
  claim,
  open,
  remember,
  recall,
  importFile,
  runWitnessed,
  tunnel,
  completionsOf(() => commands),
]
