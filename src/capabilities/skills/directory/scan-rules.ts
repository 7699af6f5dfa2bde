type Severity = 'danger' | 'warning'

interface Rule {
  name: string
  severity: Severity
  /** What a person should know about it. */
  about: string
  /** A line must contain one of these, in lower case, before the patterns are tried: a substring search is a hundred times cheaper. */
  words: readonly string[]
  /** Any of these matches a line; continued lines are joined first. No input can make them slow. */
  patterns: readonly RegExp[]
}

const fetcher = String.raw`(?:curl|wget|fetch|http|https|iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|urlopen)`
const shell = String.raw`(?:sudo\s+)?(?:\/[\w.\/-]{1,60}\/)?(?:env\s+)?(?:ba|z|k|da|fi|c|tc)?sh\b|(?:sudo\s+)?(?:python[\d.]*|perl|ruby|node|deno|bun|php|osascript|pwsh|powershell|iex|invoke-expression)\b`
const secretPlaces = String.raw`(?:~|\$home|\$\{home\}|%userprofile%|\/root|\/home\/\w+|\/users\/\w+)\/\.(?:ssh|aws|azure|kube|gnupg|netrc|npmrc|pypirc|docker|git-credentials|config\/(?:gh|gcloud)|claude|codex|gemini)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)|(?:^|[\s"'/(=@<])\.env(?:\.\w+)?\b|\bkeychain\b|\blogin data\b|\bcookies\.sqlite\b|\bwallet\.dat\b|\bprintenv\b|\bprocess\.env\b|\bos\.environ\b|\bgh auth token\b|\baws_secret_access_key\b|\bgithub_token\b|\banthropic_api_key\b|\bopenai_api_key\b`
const senders = String.raw`\bcurl\b[^\n]{0,400}(?:\s-(?:d|F|T)\b|--data|--form|--upload-file|\s-X\s*(?:post|put)|\$\(|\x60)|\bwget\b[^\n]{0,400}--(?:post|body)|\bnc\b|\bncat\b|\bsocat\b|\brequests\.(?:post|put)|\burlopen\b|\bhttpx\.(?:post|put)|\bfetch\(|\baxios\b|\bxmlhttprequest\b|\bsendbeacon\b|invoke-(?:webrequest|restmethod)|\bscp\b|\brsync\b|\bnslookup\b|\bdig\b\s|webhook\.site|requestbin|pipedream\.net|ngrok|interact\.sh|burpcollaborator|oast\.|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org|hooks\.slack\.com|pastebin\.com|transfer\.sh|file\.io|0x0\.st`

const any = (...sources: string[]): RegExp[] => sources.map((source) => new RegExp(source, 'i'))

/** Both in one file, however far apart: reading a secret, and sending something out. */
export const exfiltration = { reads: new RegExp(secretPlaces, 'i'), sends: new RegExp(senders, 'i') }

export const rules: readonly Rule[] = [
  {
    name: 'download-and-run',
    severity: 'danger',
    about: 'Runs what it downloads, which nobody has read',
    words: [
      'curl',
      'wget',
      'fetch',
      'http',
      'iwr',
      'irm',
      'invoke-',
      'downloadstring',
      'urlopen',
      'requests.get',
      'download',
      'terminal',
      'shell',
      'console',
      'password',
    ],
    patterns: any(
      String.raw`\b${fetcher}\b[^\n|]{0,400}\|\s*(?:tee\s+\S+\s*\|\s*)?(?:${shell})`,
      String.raw`(?:${shell})[^\n]{0,40}(?:<\(|\$\(|\x60)\s*${fetcher}\b`,
      String.raw`\b(?:eval|source|exec|iex|invoke-expression)\b[^\n]{0,60}\b${fetcher}\b`,
      String.raw`(?:^|\s)\.\s+<\(\s*${fetcher}\b`,
      String.raw`\b${fetcher}\b[^\n]{0,300}(?:&&|;)\s*(?:sudo\s+)?(?:chmod\s+\S*[x7]\S*\s|(?:ba|z|da)?sh\s|python[\d.]*\s|node\s|\.\/)`,
      String.raw`\b(?:exec|eval|function)\s*\([^\n]{0,120}\b(?:urlopen|requests\.get|fetch|http\.get|downloadstring)\b`,
      String.raw`\bdownload(?:s|ed|ing)?\b[^\n.]{0,160}\b(?:and|then)\s+(?:run|execute|launch|open|start|double-click)\b`,
      String.raw`\b(?:run|execute|paste)\b[^\n.]{0,80}\b(?:this|the following|it)\b[^\n.]{0,40}\bin(?:to)? (?:your |a |the )?(?:terminal|shell|powershell|console)\b`,
      String.raw`\b(?:archive|zip|rar|7z)\b[^\n]{0,80}\bpassword\b`,
    ),
  },
  {
    name: 'encoded-command',
    severity: 'danger',
    about: 'Hides what it runs in an encoding',
    words: [
      'base32',
      'base64',
      'xxd',
      'openssl',
      'gunzip',
      'zcat',
      'rev',
      'tr ',
      'atob',
      'b64',
      'fromhex',
      'unhexlify',
      'fromcharcode',
      'buffer.from',
      'codecs',
      'powershell',
      'pwsh',
      '\\x',
    ],
    patterns: any(
      String.raw`\bbase(?:32|64)\b[^\n|]{0,200}\|\s*(?:${shell})`,
      String.raw`\b(?:xxd|openssl|gunzip|zcat|rev|tr)\b[^\n|]{0,200}\|\s*(?:${shell})`,
      String.raw`\b(?:eval|exec|function|compile)\s*\(?[^\n]{0,80}\b(?:atob|b64decode|fromhex|unhexlify|fromcharcode|buffer\.from|base64|codecs\.decode)\b`,
      String.raw`(?:powershell|pwsh)[^\n]{0,80}\s-e(?:nc|ncodedcommand|c)?\s+[A-Za-z0-9+/=]{16,}`,
      String.raw`frombase64string\s*\(`,
      String.raw`(?:\\x[0-9a-f]{2}){12,}`,
    ),
  },
  {
    name: 'reverse-shell',
    severity: 'danger',
    about: 'Opens a shell to somebody else’s machine',
    words: ['/dev/', 'nc', 'netcat', 'socat', 'socket'],
    patterns: any(
      String.raw`\/dev\/(?:tcp|udp)\/`,
      String.raw`\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-\w*[ec]\b`,
      String.raw`\bsocat\b[^\n]{0,120}\bexec\b`,
      String.raw`\bsocket\b[^\n]{0,200}\b(?:dup2|subprocess|pty\.spawn|\/bin\/sh)\b`,
      String.raw`\bmkfifo\b[^\n]{0,120}\bnc\b`,
    ),
  },
  {
    name: 'exfiltration',
    severity: 'danger',
    about: 'Sends secrets, files or the conversation to somebody else',
    words: [
      'token',
      'secret',
      'key',
      'password',
      'credential',
      'environment',
      'env',
      'cookie',
      'conversation',
      'history',
      'prompt',
      'source code',
      '![',
      'webhook',
      'requestbin',
      'pipedream',
      'interact.sh',
      'burp',
      'oast',
      'telegram',
    ],
    patterns: any(
      String.raw`\b(?:send|post|upload|forward|transmit|submit|copy|append|include|report|leak|exfiltrate|encode)\b[^\n]{0,160}\b(?:tokens?|secrets?|api[ _-]?keys?|passwords?|credentials?|private keys?|ssh keys?|environment variables?|env vars?|\.env|cookies|conversation|chat history|system prompt|source code)\b[^\n]{0,160}(?:https?:\/\/|\bto\b[^\n]{0,60}(?:server|endpoint|webhook|url|address|e-?mail|@))`,
      String.raw`!\[[^\]\n]{0,100}\]\(\s*https?:\/\/[^)\n]{0,300}(?:\$\{|\{\{|\$\(|<[a-z_ ]+>|%s|\[[a-z_ ]+\]|=\{)`,
      String.raw`webhook\.site|requestbin\.|pipedream\.net|interact\.sh|burpcollaborator|\.oast\.|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot`,
    ),
  },
  {
    name: 'hidden-instructions',
    severity: 'danger',
    about: 'Tells an agent to disregard its instructions or to keep something from its user',
    words: [
      'ignore',
      'disregard',
      'forget',
      'override',
      'do not',
      'don',
      'never',
      'without',
      'you are now',
      'system',
      'developer mode',
      'jailbreak',
      'im_',
      'assistant',
      'inst]',
      'dangerously',
      'yolo',
      'permissions',
      'sandbox',
      'disable',
    ],
    patterns: any(
      String.raw`\b(?:ignore|disregard|forget|override)\b[^\n.]{0,40}\b(?:previous|prior|above|earlier|all|any|other|system|existing)\b[^\n.]{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|context|restrictions?)\b`,
      String.raw`\b(?:do not|don['’]?t|never)\s+(?:\w+\s+){0,3}(?:tell|mention|inform|show|reveal|notify|alert|report|say)\b[^\n.;]{0,60}\b(?:user|human|person|operator|developer|anyone|anybody|owner)\b`,
      String.raw`\bwithout\s+(?:\w+\s+){0,2}(?:telling|mentioning|informing|showing|notifying|alerting|asking|reporting|approval|permission|confirmation|consent)\b`,
      String.raw`\byou are now\b|\bnew system prompt\b|\bdeveloper mode\b|\bjailbreak\b|<\/?(?:system|assistant|im_start|im_end)\b|\[\/?INST\]`,
      String.raw`--dangerously-skip-permissions|--dangerously-bypass|--yolo\b|bypasspermissions|skip_permissions|--no-sandbox|\bdisable\b[^\n.]{0,40}\b(?:sandbox|safety|security|approvals?|confirmations?|antivirus|firewall|gatekeeper|defender)\b`,
    ),
  },
  {
    name: 'persistence',
    severity: 'danger',
    about: 'Changes what runs later: start-up files, schedules, hooks or an agent’s own settings',
    words: [
      'crontab',
      'launch',
      'systemctl',
      'schtasks',
      'currentversion',
      'authorized_keys',
      'bashrc',
      'zshrc',
      'profile',
      '.git/',
      '.claude',
      '.codex',
      '.cursor',
      '.mcp',
      'claude',
      'agents.md',
      'gemini',
      'git config',
      'mcp add',
      'config set',
    ],
    patterns: any(
      String.raw`\bcrontab\b|\blaunchctl\b|\blaunchagents?\b|\bsystemctl\s+(?:--user\s+)?enable\b|\bschtasks\b|\\currentversion\\run\b|\bauthorized_keys\b`,
      String.raw`(?:>>?|\btee\b|\bappend\b|\badd\b|\bwrite\b|\becho\b|\bsed\s+-i)[^\n]{0,200}(?:\.(?:bashrc|zshrc|profile|bash_profile|zprofile)\b|\.git\/hooks|\.claude\/(?:settings|hooks)|\.codex\/config|\.cursor\/|\.mcp\.json|\bclaude\.md\b|\bagents\.md\b|\bgemini\.md\b)`,
      String.raw`\bgit\s+config\b[^\n]{0,60}\b(?:core\.hookspath|core\.sshcommand|credential\.helper|url\.)`,
      String.raw`\b(?:claude|codex|gemini)\s+mcp\s+add\b|\b(?:npm|yarn|pip)\s+config\s+set\b[^\n]{0,60}\b(?:registry|index-url|proxy)\b`,
    ),
  },
  {
    name: 'destructive',
    severity: 'danger',
    about: 'Destroys files, history or data',
    words: ['rm ', 'mkfs', 'dd ', ':(', '/dev/sd', 'shred', 'format', 'drop ', 'push', 'history', 'chmod', 'chown'],
    patterns: any(
      String.raw`\brm\s+(?:-\w+\s+)*-\w*[rf]\w*\s+(?:-\w+\s+)*["']?(?:\/(?:\s|\*|$|["'])|~|\$home|\$\{home|\*|\.\s|\/(?:etc|usr|var|home|root|users|bin|opt)\b)`,
      String.raw`\bmkfs\b|\bdd\b[^\n]{0,80}\bof=\/dev\/|:\(\)\s*\{|>\s*\/dev\/sd[a-z]|\bshred\b|\bformat\s+c:|\bdrop\s+(?:database|schema)\b|\bgit\s+push\b[^\n]{0,60}(?:--force\b|\s-f\b|--mirror\b)|\bhistory\s+-c\b`,
      String.raw`\bchmod\s+(?:-\w+\s+)*777\s+\/|\bchown\b[^\n]{0,40}\s\/(?:\s|$)`,
    ),
  },
  {
    name: 'secrets',
    severity: 'warning',
    about: 'Reads places where secrets are kept',
    words: ['.', 'id_', '/etc/', 'keychain', 'login data', 'printenv', 'gh auth', '_key', '_token'],
    patterns: [exfiltration.reads],
  },
  {
    name: 'installs',
    severity: 'warning',
    about: 'Tells an agent to install something that is not part of the skill',
    words: ['install', 'npm', 'pnpm', 'yarn', 'bun', 'npx', 'uv', 'pip', 'go ', 'add', 'docker', 'clone', 'plugin', 'download', 'pacman'],
    patterns: any(
      String.raw`\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|dlx|exec|create)\b|\b(?:npx|bunx|uvx|pipx)\s|\bpip[\d.]*\s+install\b|-m\s+pip\s+install\b|\buv\s+(?:pip|tool|add)\b|\bgem\s+install\b|\bcargo\s+install\b|\bgo\s+(?:install|run|get)\s+\S+\/|\b(?:brew|apt|apt-get|yum|dnf|apk|pacman|port|choco|winget|scoop|snap|flatpak|nix-env|conda)\s+(?:-\w+\s+)*(?:install|add|-S)\b|\bdocker\s+(?:run|pull)\b|\bgit\s+clone\b|--install-extension\b|\bskills\s+add\b|\bplugin\s+(?:install|marketplace)\b`,
      String.raw`\b(?:install|download)\b[^\n.]{0,60}\b(?:prerequisite|dependency|driver|helper|agent|extension|plugin|package|tool|binary|utility)\b`,
    ),
  },
  {
    name: 'odd-address',
    severity: 'warning',
    about: 'Names an address that hides where it leads, or a program to download',
    words: ['http'],
    patterns: any(
      String.raw`https?:\/\/(?:\d{1,3}\.){3}\d{1,3}\b|https?:\/\/(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|rb\.gy|rebrand\.ly|shorturl\.at)\/|https?:\/\/[^\s/]*xn--|https?:\/\/[^\s/]*@`,
      String.raw`https?:\/\/\S+\.(?:exe|msi|dmg|pkg|deb|rpm|appimage|sh|ps1|bat|scr|jar|apk|zip|tgz|tar\.gz|7z|rar)\b`,
    ),
  },
  {
    name: 'broad-tools',
    severity: 'warning',
    about: 'Asks for every tool, or for a shell without limits',
    words: ['allowed-tools', 'hooks'],
    patterns: any(String.raw`^\s*allowed-tools\s*:[^\n]*(?:\*|\bbash\b(?!\()|bash\(\s*\*?\s*\))`, String.raw`^\s*hooks\s*:`),
  },
]
