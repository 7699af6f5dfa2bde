import { checkShard } from './shard.ts'

checkShard(2)
