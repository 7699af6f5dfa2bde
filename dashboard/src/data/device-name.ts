/** "Chrome on Linux" from a browser's user agent; anything that is not a browser keeps its own name. */
export function deviceName(agent: string): string {
  const among = (...names: string[]) => names.find((name) => agent.includes(name))
  const browser = among('Firefox', 'Edg', 'OPR', 'Chrome', 'Safari')?.replace('Edg', 'Edge').replace('OPR', 'Opera')
  const system = among('Android', 'iPhone', 'iPad', 'Mac', 'Windows', 'CrOS', 'Linux')?.replace('CrOS', 'ChromeOS')
  if (!agent.startsWith('Mozilla/')) return agent
  return [browser ?? 'Browser', system].filter(Boolean).join(' on ')
}
