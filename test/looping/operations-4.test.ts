import { checkShard } from './shard.ts'

checkShard(3)
