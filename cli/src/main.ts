import { runCommand } from './run-command.ts'

// Whoever reads us through `head` may stop reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await runCommand(process.argv.slice(2), process.env)
