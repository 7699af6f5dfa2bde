// For health checks of containers, which have no curl: whether the process at this port (default PORT) may get requests.
const port = process.argv[2] ?? process.env['PORT'] ?? '4000'
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
