#!/bin/sh
# A hook for agent clients: hands the client's own events to Baton and Baton's context to the client.
#
#   baton.sh CLIENT [EVENT]     CLIENT is the name the client gives Baton: claude-code, codex-mcp-client, …
#                               EVENT is needed where the client does not say it itself.
#
# The client writes the event to stdin as JSON and reads the answer from stdout. BATON_URL and BATON_TOKEN say where Baton is.
# What it has to tell is reduced, kept in a file and sent in the background, so no client waits for the network. Only the start of a conversation asks
# Baton for something, for at most BATON_HOOK_WAIT seconds (0.3).
# Needs sh, sed, grep, awk and curl. Whatever goes wrong here never stops the client: it then does without.
umask 077
client=${1:-claude-code}
url=${BATON_URL:-http://localhost:4000}
url=${url%/}
[ -n "$BATON_TOKEN" ] || exit 0
# The fields that matter come first; what is longer is the content of files. Read to the end, so that the client's write succeeds.
input=$(head -c 262144 | tr -d '\n\t'; cat >/dev/null)
begin=$(printf '%s' "$input" | head -c 16384)

string='"((\\.|[^"\\])*)"'
fields=$(printf '%s' "$begin" | grep -oE "\"(session_id|sessionId|hook_event_name|source|file_path|notebook_path|command|error)\": ?$string")
# first NAME: sets found to the first string of that name, escaped as it came. Starts no process: a client waits for each.
first() {
  found=''
  while IFS= read -r line; do
    case $line in
    "\"$1\":"*)
      found=${line#*:} && found=${found# } && found=${found#\"} && found=${found%\"}
      break
      ;;
    esac
  done <<END
$fields
END
}
# opening NAME: as much of it as there is, wherever it ends.
opening() { printf '%s' "$begin" | grep -oE "\"$1\": ?\"(\\\\.|[^\"\\\\])*" | head -n 1 | sed -E "s/^\"$1\": ?\"//"; }
# short LENGTH: cuts after so many characters, never inside an escape or a character of several bytes. A counted group in sed takes seconds to be read.
short() {
  LC_ALL=C awk -v most="$1" '{
    length_ = length($0)
    for (i = 1; i <= length_; i++) {
      c = substr($0, i, 1)
      if (c >= "\200" && c <= "\277") continue
      if (count++ == most) { $0 = substr($0, 1, i - 1) "…"; break }
      if (c == "\\") i += substr($0, i + 1, 1) == "u" ? 5 : 1
    }
    print
    exit
  }'
}
# texts: every text of an answer, one a line, escaped as it came.
texts() { grep -oE "\"text\":$string" | sed -E 's/^"text":"//; s/"$//'; }

# masked: hides what looks like a secret, in one line of text. The server does so again.
masked() {
  sed -E \
    -e 's/\\\\/\//g' -e 's/\\[nrtbf]/ /g' \
    -e 's/-----BEGIN [A-Z ]*PRIVATE KEY.*/[redacted]/' \
    -e 's/(AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}/[redacted]/g' \
    -e 's/(gh[pousr]|github_pat)_[A-Za-z0-9_]{16,}/[redacted]/g' \
    -e 's/(glpat-|xox[abeoprs]-|xapp-|hv[sbr]\.|npm_|hf_|pypi-|dop_v1_|dckr_pat_|svc_|whsec_|SG\.|ya29\.|AIza|sk-|[prs]k_(live|test)_)[A-Za-z0-9_.+\/=-]{8,}/[redacted]/g' \
    -e 's/eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_.-]{8,}/[redacted]/g' \
    -e 's/(:\/\/[^]:@\/ "\\]*:)[^]@\/ "\\]+@/\1[redacted]@/g' \
    -e 's/([Bb]earer|[Bb]asic) [A-Za-z0-9_.+\/=-]{8,}/\1 [redacted]/g' \
    -e 's/(([Pp][Aa][Ss][Ss]([Ww][Oo][Rr][Dd]|[Ww][Dd]|[Pp][Hh][Rr][Aa][Ss][Ee])?|[Ss][Ee][Cc][Rr][Ee][Tt]|[Tt][Oo][Kk][Ee][Nn]|[Kk][Ee][Yy]|[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll][Ss]?)[A-Za-z_]*(\\")?( *[:=]>? *)[`'"'"'\"]*)[^][ `'"'"'\"]{6,}/\1[redacted]/g' \
    -e 's/(([Pp][Aa][Ss][Ss]([Ww][Oo][Rr][Dd]|[Ww][Dd]|[Pp][Hh][Rr][Aa][Ss][Ee])?|[Ss][Ee][Cc][Rr][Ee][Tt]|[Tt][Oo][Kk][Ee][Nn]|[Kk][Ee][Yy]|[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll][Ss]?)[A-Za-z_]* (is )?[`'"'"'\"]*)[^][ `'"'"'\"]*[0-9][^][ `'"'"'\"]*/\1[redacted]/g' \
    -e 's/(^|\\u[0-9a-fA-F]{4}|[^\A-Za-z0-9+_=])[A-Za-z0-9+_=]{40,}/\1[redacted]/g'
}

# programs: of a command, the programs it runs, each with a subcommand from this list, and nothing that they were given. Quoted text, assignments, targets of
# redirections and everything from a here-document on are passed over; a word that is not plainly a program is not told.
programs() {
  awk 'BEGIN {
    list = "git add am apply bisect blame branch checkout cherry-pick clean clone commit diff fetch init log merge mv pull push rebase remote reset restore revert rm show stash status submodule switch tag worktree"
    list = list "|npm audit build ci exec install link outdated pack publish run start test uninstall update version|pnpm add build dlx exec install publish remove run start test update"
    list = list "|yarn add build dlx install publish remove run start test upgrade|bun add build install remove run test|deno bench check compile fmt lint run task test"
    list = list "|cargo add bench build check clippy doc fmt install publish run test update|go build fmt generate get install mod run test tool vet work|dotnet add build clean pack publish restore run test"
    list = list "|docker build compose exec images inspect logs ps pull push rm run start stop|podman build compose exec images inspect logs ps pull push rm run start stop|docker-compose build down exec logs ps pull up"
    list = list "|kubectl apply create delete describe diff exec get logs rollout scale|helm install lint template uninstall upgrade|terraform apply destroy fmt init plan validate|tofu apply destroy fmt init plan validate"
    list = list "|pip freeze install list uninstall|pip3 freeze install list uninstall|uv add lock pip remove run sync venv|poetry add build install lock publish remove run update"
    list = list "|gradle assemble build check clean test|gradlew assemble build check clean test|mvn clean compile deploy install package test verify|mix compile deps format test|bundle exec install update|rails console db generate server test"
    list = list "|make all build check clean install lint test|just build check lint test|gh issue pr release repo run workflow|baton claim connect doctor open recall remember run tasks tunnel|composer install require test update|swift build run test|brew install upgrade|systemctl restart start status stop"
    many = split(list, lines, "|")
    for (n = 1; n <= many; n++) {
      most = split(lines[n], names, " ")
      for (k = 2; k <= most; k++) known[names[1] " " names[k]] = 1
    }
    split("if then else elif do while until ! time { fi done esac }", names, " ")
    for (k in names) passed[names[k]] = 1
    split("for case select function [ [[ in export declare local readonly", names, " ")
    for (k in names) ignored[names[k]] = 1
  }
  # The end of a word: is it the program, its subcommand, or of no interest?
  function word() {
    if (!has) return
    has = 0
    if (skips) skips = 0
    else if (state == 0 && !quoted && text in passed) ;
    else if (state == 0 && text ~ /^[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])?[+]?=/) ;
    else if (state == 0) {
      sub(/.*\//, "", text)
      if (quoted || text in ignored || length(text) > 24 || text !~ /^[a-z][a-z0-9._+-]*$/) state = 3
      else { program = text; state = 1 }
    } else if (state == 1) {
      if (!quoted && (program " " text) in known) program = program " " text
      state = 2
    }
    text = ""; quoted = 0
  }
  # The end of a part of a pipeline or list.
  function part() {
    word()
    if (program != "" && state != 3 && parts < 5) { told = told (parts++ ? ", " : "") program }
    program = ""; state = 0; skips = 0
  }
  {
    line = $0; length_ = length(line); single = double = depth = tick = groups = 0
    state = has = quoted = skips = parts = 0; text = program = told = ""
    for (i = 1; i <= length_; i++) {
      c = substr(line, i, 1)
      # First the escapes of JSON.
      if (c == "\\") {
        c = substr(line, ++i, 1)
        if (c == "n" || c == "r") c = "\n"
        else if (c == "t") c = "\t"
        else if (c == "u") { i += 4; c = "?" }
        else if (c == "b" || c == "f") c = " "
      }
      if (slash) { slash = 0; if (c != "\n") { has = 1; quoted = 1; text = text "?" } continue }
      if (comment) { if (c != "\n") continue; comment = 0 }
      if (single) { if (c == "\047") single = 0; continue }
      if (c == "\\") { slash = 1; continue }
      if (tick) { if (c == "`") tick = 0; continue }
      if (c == "\"" && !depth) { double = !double; has = quoted = 1; continue }
      if (c == "`") { tick = has = quoted = 1; continue }
      if (c == "\047" && !double) { single = has = quoted = 1; continue }
      if (depth) {
        if (c == "\"") inner = !inner
        else if (!inner && c == "(") depth++
        else if (!inner && c == ")") depth--
        continue
      }
      if (c == "$") { has = quoted = 1; if (substr(line, i + 1, 1) == "(") { depth = 1; inner = 0; i++ } continue }
      if (double) continue
      if (c == "<" && substr(line, i + 1, 1) == "<") break
      if (c == "<" || c == ">") {
        if (text ~ /^[0-9]*$/) { has = 0; text = "" }
        word()
        skips = 1
        next_ = substr(line, i + 1, 1)
        if (next_ == "(") { depth = has = quoted = 1; inner = 0; i++ }
        else if (next_ == ">" || next_ == "&" || next_ == "|") i++
        continue
      }
      if (c == "&" && substr(line, i + 1, 1) == ">") { word(); skips = 1; i++; continue }
      if (c == "(") { if (has || state) { state = 3; has = 0; text = "" } groups++; continue }
      if (c == ")") { if (groups) { groups--; part() } else { state = 3; has = 0; text = ""; part() } continue }
      if (c == "|" || c == "&" || c == ";" || c == "\n") { part(); continue }
      if (c == " " || c == "\t") { word(); continue }
      if (c == "#" && !has) { comment = 1; continue }
      has = 1; text = text c
    }
    # A command that was cut, or whose quotes are not closed, may end inside anything.
    if (!(single || double || depth || tick || slash)) part()
    print told
  }'
}

first session_id && session=$found
[ -n "$session" ] || { first sessionId && session=$found; }
case $session in '' | *[!A-Za-z0-9._:@/-]*) exit 0 ;; esac

# What is still to be sent, one file for each conversation and one line for each thing: F and a file, C with an exit code and a command, S and last words.
folder=${CLAUDE_PLUGIN_DATA:-${XDG_STATE_HOME:-$HOME/.local/state}/baton}
case $session in
*[/:@]*) name=$(printf '%s' "$session" | tr '/:@' '___') ;;
*) name=$session ;;
esac
spool=$folder/$name.spool
full=65536
keep() {
  { [ -d "$folder" ] || mkdir -p "$folder"; } && { [ ! -e "$spool" ] || [ "$(wc -c <"$spool")" -lt $full ]; } &&
    printf '%s\t%s\n' "$session" "$1" >>"$spool"
} 2>/dev/null

# ask SECONDS METHOD NAME ARGUMENTS: one call over MCP. The token goes by stdin: arguments are seen by every user of the machine.
ask() {
  about="\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"$client\",\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":{}"
  printf 'header = "Authorization: Bearer %s"\n' "$BATON_TOKEN" | curl -sS -m "$1" -K - "$url/mcp" \
    -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \
    -H 'mcp-protocol-version: 2026-07-28' -H "mcp-method: $2" -H "mcp-name: $3" \
    -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$2\",\"params\":{\"name\":\"$3\",\"arguments\":$4,\"_meta\":{$about}}}" 2>/dev/null
}

# arguments KEY: the lines of one conversation as the arguments of one call.
arguments() {
  awk -F '\t' -v key="$1" '
    { session = $1; kind = substr($2, 1, 1); rest = substr($2, 3) }
    kind == "F" { if (!(rest in seen)) { seen[rest] = 1; files[++many] = rest } }
    kind == "C" { code[++ran] = rest; sub(/ .*/, "", code[ran]); sub(/^[^ ]* /, "", rest); command[ran] = rest }
    kind == "S" { said = rest }
    END {
      printf "{\"source\":\"harness\",\"client_session\":\"%s\",\"idempotency_key\":\"%s\",\"files\":[", session, key
      for (n = many > 100 ? many - 99 : 1; n <= many; n++) printf "%s\"%s\"", first++ ? "," : "", files[n]
      printf "],\"ran\":["
      for (n = ran > 100 ? ran - 99 : 1; n <= ran; n++) printf "%s{\"command\":\"%s\",\"code\":%d}", begun++ ? "," : "", command[n], code[n]
      printf "]%s}", said == "" ? "" : ",\"said\":\"" said "\""
    }'
}

# deliver FILE: sends what was moved aside under the key that it got then, so that a repeat has no second effect. 0: it is there, or never can be.
# 1: Baton was not reached. 2: this conversation has no session in Baton yet.
deliver() {
  [ -s "${1%.sending}.key" ] || { printf 'hook-%s-%s-%s' "$(date +%s)" "$$" "$(cksum <"$1" | tr ' ' -)" >"$1.draft" && mv "$1.draft" "${1%.sending}.key"; }
  length=$(wc -c <"$1")
  answer=$(ask 10 tools/call checkpoint_session "$(arguments "$(cat "${1%.sending}.key")" <"$1")")
  case $answer in
  '') return 1 ;;
  # A refusal begins with its code. These pass; any other would be the same the next time.
  *'"isError":true'*) case $answer in
    *'"text":"not_found: '*) return 2 ;;
    *'"text":"unavailable: '* | *'"text":"internal: '* | *'"text":"bad_gateway: '* | *'"text":"request_timeout: '*) return 1 ;;
    *'"text":"in_progress: '* | *'"text":"rate_limited: '* | *'"text":"agent_stopped: '*) return 1 ;;
    esac ;;
  *'"result":'*) ;;
  *) return 1 ;;
  esac
  # What a hook that had the file open has added since goes into the next call.
  [ "$(wc -c <"$1")" -le "$length" ] || tail -c +$((length + 1)) "$1" >>"${1%.sending}.spool"
  rm -f "$1" "${1%.sending}.key" "${1%.sending}.waiting"
}

# send: delivers all that is kept, in order, one sender at a time. After a failure the next one waits, twice as long each time.
send() {
  cd "$folder" || return
  [ "$(date +%s)" -ge "$(cat retry 2>/dev/null || echo 0)" ] || return
  if ! mkdir sender 2>/dev/null; then
    # A sender that was killed leaves its lock behind; of those who find it, one can move it away.
    holder=$(cat sender/pid 2>/dev/null)
    if [ -n "$holder" ]; then
      kill -0 "$holder" 2>/dev/null && [ -z "$(find sender -prune -mmin +30 2>/dev/null)" ] && return
    else
      [ -n "$(find sender -prune -mmin +1 2>/dev/null)" ] || return
    fi
    mv sender "sender.$$" 2>/dev/null && rm -rf "sender.$$" && mkdir sender 2>/dev/null || return
  fi
  sh -c 'echo $PPID' >sender/pid
  failed=''
  for kept in *.sending *.spool; do
    [ -s "$kept" ] || continue
    moved=${kept%.*}.sending
    # A conversation that had no session in Baton is asked for again when it has something to tell, not whenever any other has.
    [ -e "${kept%.*}.waiting" ] && [ "${kept%.*}" != "$name" ] && continue
    # What was sent before and not answered goes first; with it unanswered, the rest waits.
    if [ "$kept" != "$moved" ]; then
      [ -e "$moved" ] && continue
      mv "$kept" "$moved"
    fi
    deliver "$moved"
    case $? in
    1) failed=yes && break ;;
    2) : >"${kept%.*}.waiting" ;;
    esac
  done
  if [ -n "$failed" ]; then
    wait=$(($(cat wait 2>/dev/null || echo 2) * 2))
    [ "$wait" -le 600 ] || wait=600
    echo "$wait" >wait
    echo $(($(date +%s) + wait)) >retry
  else
    rm -f wait retry
  fi
  : >sent
  find . -type f \( -name '*.notes*' -o -name '*.spool' -o -name '*.sending' -o -name '*.key' -o -name '*.waiting' -o -name '*.own.*' \) -mtime +7 -exec rm -f {} +
  rm -rf sender
  # What came while the lock was held found no sender.
  for kept in *.spool; do
    [ -z "$failed" ] && [ -s "$kept" ] && [ ! -e "${kept%.*}.sending" ] && send && break
  done
}
# In the background, with nothing left open that the client could wait for.
send_later() { (send </dev/null >/dev/null 2>&1 &); }
# At the end of a turn there may be no later event that would bring what is left, so this sender tries again by itself.
send_last() {
  (
    for pause in 2 5 10 20 ''; do
      send
      [ -e "${spool%.spool}.waiting" ] && break
      [ -s "$spool" ] || [ -s "${spool%.spool}.sending" ] || break
      [ -n "$pause" ] && sleep "$pause"
    done </dev/null >/dev/null 2>&1 &
  )
}

# tell EVENT WORDS: hands the words, and what stands on stdin, to the model.
tell() {
  said=$(awk 'NR > 1 { printf "\\n\\n" } { printf "%s", $0 }')
  [ -n "$said" ] && printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s\\n\\n%s"}}\n' "$1" "$2" "$said"
}

first hook_event_name
event=${2:-$found}
case $event in
SessionStart)
  # After a compaction, or in a conversation that is taken up again, the window goes on with what it holds. Both are asked at once: only the wait counts.
  mkdir -p "$folder" 2>/dev/null
  own=$folder/$name.own.$$
  most=${BATON_HOOK_WAIT:-0.3}
  first source
  if [ "$found" != startup ]; then
    ask "$most" tools/call resume_session "{\"client_session\":\"$session\",\"here\":true}" >"$own" 2>/dev/null &
  fi
  work=$(ask "$most" prompts/get resume_work '{}')
  late=$?
  wait
  held=$(cat "$own" 2>/dev/null)
  rm -f "$own"
  case $held in
  *'"isError":true'* | *'"error":'* | '')
    if [ -n "$work" ]; then
      printf '%s' "$work" | texts | tell "$event" 'Baton is connected. If the request of your user is about work that is kept there:'
    elif [ "$late" = 28 ]; then
      echo 'call resume_session without arguments: it returns what you hold.' |
        tell "$event" 'Baton is connected, but did not answer in time. If you are at work there,'
    fi
    ;;
  *) printf '%s' "$held" | texts | tell "$event" 'You are at work in Baton. This is your session, what you hold and what you need to know:' ;;
  esac
  send_later
  ;;
PreToolUse)
  # Tells this window from others of the same client, without the model's help.
  args=$(printf '%s' "$input" | sed -nE 's/.*"tool_input": ?(\{.*\}), ?"tool_use_id".*/\1/p')
  case $args in
  '' | *'"client_session"'*) ;;
  '{}') args="{\"client_session\":\"$session\"}" ;;
  *) args="{\"client_session\":\"$session\",${args#\{}" ;;
  esac
  [ -n "$args" ] && printf '{"hookSpecificOutput":{"hookEventName":"%s","updatedInput":%s}}\n' "$event" "$args"
  ;;
PostToolUse | PostToolUseFailure | AfterTool)
  first file_path
  [ -n "$found" ] || first notebook_path
  file=$found
  [ ${#file} -le 480 ] || file=''
  first command
  command=${found:+$(printf '%s\n' "$found" | programs)}
  first error
  code=${found:+$(printf '%s\n' "$found" | sed -nE 's/^Exit code ([0-9]+).*/\1/p')}
  [ -z "$file" ] || keep "F $(printf '%s\n' "$file" | masked)"
  [ -z "$command" ] || keep "C ${code:-0} $command"
  # In a long turn, what was done is told before it ends: that also renews the leases.
  [ -n "$(find "$folder/sent" -mmin -2 2>/dev/null)" ] || send_later
  ;;
PreCompact | PreCompress)
  send_later
  ;;
Stop | AfterAgent)
  keep "S $(opening last_assistant_message | short 1000 | masked | short 240)"
  send_last
  ;;
esac
exit 0
