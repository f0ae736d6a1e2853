/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: a resident process: answers
 * Mercurial's clients by hgweb, and the service's own questions, at a socket.
 */
export const hfWeb = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""A resident process: answers Mercurial's clients by hgweb, and the service's own questions, at a socket."""
import json
import os
import sys

import hf_allowed
import hf_base
import hf_compared
import hf_content
import hf_gate
import hf_rpc
import hf_running
import hf_tidy
import hf_turns
import hf_wire
import waitress

THREADS = 20
# What a question of the service may take where others are served: bytes of versions, four times as many of what is
# compared.
MODERATE = 128 << 20


def application(gate):
    wire_ui = hf_base.fresh_ui(*gate.settings())
    wire = hf_wire.Wire(wire_ui)
    # Whoever asks has a ref, for which the push may wait that has the lock: he asks again without it.
    own_ui = hf_base.fresh_ui((b'ui', b'timeout', b'1'))
    pool = hf_base.Pool(own_ui)
    running = hf_running.Running()
    questions = hf_rpc.Questions(pool, own_ui, wire, running)

    def answer(env, start_response):
        path = env['PATH_INFO']
        if path == '/wire':
            return wire(env, start_response)
        most = MODERATE if env.get('HTTP_X_HF_MOVABLE') == '1' else None
        with hf_turns.no_more_than(most, hf_compared.looks_for(env)):
            if path == '/content':
                return content(wire, pool, env, start_response)
            return rpc(questions, path[1:], env, start_response)

    known = running.known(answer)
    return lambda env, start_response: (known if 'HTTP_X_HF_REQUEST' in env else answer)(env, start_response)


def content(wire, pool, env, start_response):
    begun = False

    def begin(status, headers):
        nonlocal begun
        begun = True
        return start_response(status, headers)

    try:
        return hf_content.content(pool, env, begin)
    except hf_turns.Elsewhere:
        return [hf_wire.Answer(start_response).refused(hf_wire.ELSEWHERE, ('X-HF-Elsewhere', '1'))]
    except Exception as problem:
        wire.spent = wire.spent or hf_base.starved(problem)
        if begun or not wire.spent:
            raise
        return [hf_wire.Answer(start_response).refused(hf_wire.SPENT, ('X-HF-Spent', '1'))]


def rpc(questions, operation, env, start_response):
    asked = json.loads(env['wsgi.input'].read(int(env.get('CONTENT_LENGTH') or 0)) or b'{}')
    status, said = questions.answer(operation, asked)
    said['spent'] = questions.wire.spent
    # What is told in parts stands behind the answer, in lines.
    lines = [b'\n' + each.encode() for each in said.pop('parts', ())]
    body = [json.dumps(said).encode('ascii'), *lines]
    start_response(status, [('Content-Type', 'application/json'), ('Content-Length', str(sum(map(len, body))))])
    return body


def main(state, address, gate_address):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    hf_allowed.allow()
    server = waitress.create_server(
        application(hf_gate.Gate(gate_address)),
        unix_socket=address,
        unix_socket_perms='600',
        threads=THREADS,
        connection_limit=1000,
        channel_timeout=600,
        max_request_body_size=1 << 50,
        ident=None,
        clear_untrusted_proxy_headers=False,
        expose_tracebacks=False,
    )
    server.run()


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
