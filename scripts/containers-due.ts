import { containerInputs, containersDue, readContainerRecord } from './measurements/containers.ts'

// Says whether `npm run test:containers` has to run again. The status is 0 only if it has not: whatever breaks here, the tests run.
const record = readContainerRecord()
const reason = containersDue(record, containerInputs())
if (reason || !record) {
  console.log(`The containers are due: ${reason}.`)
  process.exit(1)
}
const { tests, commit, date, seconds, machine } = record
console.log(
  `The containers are not due: ${tests} tests passed on ${date.slice(0, 10)} at ${commit}, in ${Math.round(seconds)} s on ${machine.cores} × ${machine.cpu}.`,
)
