#!/bin/sh
# A hook for agent clients: hands the client's own events to Baton and Baton's context to the client.
#
#   baton.sh CLIENT [EVENT]     CLIENT is the name the client gives Baton: claude-code, codex-mcp-client, …
#                               EVENT is needed where the client does not say it itself.
#
# The client writes the event to stdin as JSON and reads the answer from stdout. BATON_URL and BATON_TOKEN say where Baton is.
# Needs sh, sed, grep and curl. Whatever goes wrong here never stops the client: it then does without.
client=${1:-claude-code}
url=${BATON_URL:-http://localhost:4000}
url=${url%/}
[ -n "$BATON_TOKEN" ] || exit 0
input=$(tr -d '\n')

# first NAME: the first string of that name, escaped as it came.
string='"((\\.|[^"\\])*)"'
first() { printf '%s' "$input" | grep -oE "\"$1\": ?$string" | head -n 1 | sed -E "s/^\"$1\": ?\"//; s/\"\$//"; }
# texts: every text of an answer, one a line, escaped as it came.
texts() { grep -oE "\"text\":$string" | sed -E 's/^"text":"//; s/"$//'; }
# short LENGTH: cuts after so many characters, never inside an escape.
short() { sed -E "s/^((\\\\u[0-9a-fA-F]{4}|\\\\.|[^\\\\]){$1}).+/\1…/"; }

# program: what was run, without what it was given: settings before it, options and anything that might be a secret stay here.
program() {
  sed -E 's/^([A-Za-z_][A-Za-z0-9_]*=[^ ]* +)*//' | grep -oE '^[A-Za-z0-9_./][A-Za-z0-9_./-]{0,40}( [A-Za-z][A-Za-z0-9_./:-]{0,30}){0,2}'
}

session=$(first session_id)
[ -n "$session" ] || session=$(first sessionId)
case $session in '' | *[!A-Za-z0-9._:@/-]*) exit 0 ;; esac

# What was done since the last checkpoint, one line each: F and a file, or C, an exit code and a command.
notes_folder=${CLAUDE_PLUGIN_DATA:-${XDG_STATE_HOME:-$HOME/.local/state}/baton}
notes=$notes_folder/$(printf '%s' "$session" | tr '/:@' '___').notes
note() { mkdir -p "$notes_folder" && printf '%s\n' "$1" >>"$notes"; }

# ask METHOD NAME ARGUMENTS: one call over MCP. The token goes by stdin: arguments are seen by every user of the machine.
ask() {
  about="\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"$client\",\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":{}"
  printf 'header = "Authorization: Bearer %s"\n' "$BATON_TOKEN" | curl -sS -m 10 -K - "$url/mcp" \
    -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \
    -H 'mcp-protocol-version: 2026-07-28' -H "mcp-method: $1" -H "mcp-name: $2" \
    -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":{\"name\":\"$2\",\"arguments\":$3,\"_meta\":{$about}}}" 2>/dev/null
}

# checkpoint PROGRESS: saves it with the files and commands noted so far; fails where this window has no session in Baton.
checkpoint() {
  files='' ran=''
  if [ -f "$notes" ]; then
    files=$(sed -n 's/^F //p' "$notes" | sort -u | tail -n 100 | sed 's/.*/"&"/' | paste -sd, -)
    ran=$(sed -nE 's/^C ([0-9]+) (.*)/- `\2` ended with \1/p' "$notes" | tail -n 10 | sed 's/$/\\n/' | tr -d '\n')
  fi
  progress="$1${ran:+\\n\\nRan:\\n$ran}"
  answer=$(ask tools/call checkpoint_session "{\"client_session\":\"$session\",\"progress\":\"$progress\",\"files\":[$files]}")
  case $answer in *'"isError":true'* | *'"error":'* | '') return 1 ;; esac
  rm -f "$notes"
}

# Whether this window has a session under way in Baton.
is_working() {
  case $(ask tools/call list_sessions "{\"client_session\":\"$session\",\"status\":\"running\"}") in *'"items":[{'*) ;; *) return 1 ;; esac
}

# tell EVENT WORDS: hands the words, and what stands on stdin, to the model.
tell() {
  said=$(awk 'NR > 1 { printf "\\n\\n" } { printf "%s", $0 }')
  [ -n "$said" ] && printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s\\n\\n%s"}}\n' "$1" "$2" "$said"
}

event=${2:-$(first hook_event_name)}
case $event in
SessionStart)
  # After a compaction, or in a conversation that is taken up again, the window goes on with what it holds.
  if [ "$(first source)" != startup ] && is_working; then
    ask tools/call resume_session "{\"client_session\":\"$session\"}" | texts | tell "$event" 'You are at work in Baton. This is your session, what you hold and what you need to know:'
  else
    ask prompts/get resume_work '{}' | texts | tell "$event" 'Baton is connected. If the request of your user is about work that is kept there:'
  fi
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
  file=$(first file_path)
  [ -n "$file" ] || file=$(first notebook_path)
  command=$(first command | program)
  code=$(first error | sed -nE 's/^Exit code ([0-9]+).*/\1/p')
  [ -z "$file" ] || note "F $file"
  [ -z "$command" ] || note "C ${code:-0} $command"
  ;;
PreCompact | PreCompress)
  # Says again where the work stood, so that a successor finds more than the fact of the compaction.
  said=$(cat "$notes.said" 2>/dev/null)
  checkpoint "${said:-The conversation is about to be compacted.}"
  ;;
Stop | AfterAgent)
  said=$(first last_assistant_message | short 240)
  if checkpoint "${said:-The turn is over.}"; then
    mkdir -p "$notes_folder" && printf '%s' "$said" >"$notes.said"
    held=$(printf '%s' "$answer" | grep -oE '"task":"[A-Z0-9]+-[0-9]+"' | sed -E 's/.*:"(.*)"/\1/' | sort -u | paste -sd ' ' -)
    [ -z "$held" ] || printf '{"systemMessage":"Baton: this window still holds %s. The lease runs out half an hour after the last checkpoint."}\n' "$held"
  fi
  ;;
esac
exit 0
