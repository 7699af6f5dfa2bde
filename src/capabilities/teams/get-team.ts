import { implement } from '../../kernel/operation.ts'
import { requireTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'

export const getTeam = implement(contracts.getTeam, (ctx, input) => requireTeam(ctx, input.team))
