#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores the advisor against simulated faults: recall, precision and the error of the estimated saving, per rule.

Every kind of fault is planted in the scenarios it fits, under several seeds, and judged beside its clean twin. A rule
that has to fire counts as found when it fires above note (or at all, where a note is enough); one that the twin shows
already only when its saving grows by half of what the fault costs. A finding above note that neither the twin has nor
fault or scenario allow is false. The table goes to standard output, with --write between the marks of docs/RULES.md.

usage: score_rules.py TIDELINE_CLI [--seeds N] [--faults KIND,…] [--jobs N] [--write docs/RULES.md] [--json FILE]
"""
import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile

SCENARIOS = {'L': 'llama2-7b-train', 'G': 'gpt-moe-train', 'B': 'bert-large-train', 'R': 'resnet50-train-prefetch',
             'P': 'pipeline-train', 'H': 'healthy', 'I': 'llama2-7b-infer-tuned', 'O': 'llama2-7b-train-overlap',
             'X': 'rdma-train'}
LEAST_RANKS = {'L': 8, 'G': 8, 'B': 8, 'R': 1, 'P': 4, 'H': 1, 'I': 1, 'O': 8, 'X': 4}
# Kind: the scenarios it fits, least ranks and steps.
FITS = {
    'memory-bound-op': ('HLB', 1, 1), 'low-utilisation': ('HLP', 1, 1), 'bank-conflict': ('HR', 1, 1),
    'no-fusion': ('HI', 1, 1), 'transdata': ('HLP', 1, 1), 'aicpu-op': ('HR', 1, 1),
    'unaligned-matmul': ('HL', 1, 1), 'fp32-cube': ('HL', 1, 1), 'dynamic-shape-compile': ('HB', 1, 1),
    'freq-drop': ('HL', 1, 1), 'outlier-kernel': ('HL', 1, 2), 'hbm-saturated': ('HL', 1, 1),
    'l2-thrash': ('HL', 1, 1), 'fragmentation': ('HL', 1, 2), 'alloc-churn': ('HL', 1, 2), 'leak': ('HL', 1, 4),
    'near-capacity': ('HL', 1, 1), 'sync-copy': ('HR', 1, 1), 'comm-heavy': ('HG', 2, 2), 'no-overlap': ('HO', 2, 2),
    'small-packets': ('HG', 2, 2), 'unaligned-sdma': ('HG', 2, 2), 'contention': ('HO', 2, 2),
    'slow-link': ('HG', 4, 2), 'slow-rank': ('HL', 4, 2), 'stage-imbalance': ('P', 4, 2),
    'expert-imbalance': ('G', 8, 2), 'bubble': ('P', 4, 2), 'retransmission': ('X', 4, 2), 'host-bound': ('HI', 1, 1),
    'launch-blocking': ('HL', 1, 1), 'stream-sync': ('HL', 1, 1), 'gc-pause': ('HL', 1, 2),
    'slow-loader': ('HR', 1, 2), 'unpinned-copy': ('HR', 1, 1), 'clock-skew': ('HL', 2, 2),
    'missing-rank': ('HL', 4, 1), 'truncated-slice': ('HL', 1, 1), 'env-vars': ('HL', 1, 1),
}
# What has to be recorded beside the default, for the twin too.
NEEDS = {'bank-conflict': ['--aic-metrics', 'ResourceConflictRatio'], 'l2-thrash': ['--l2-cache=on'],
         'fragmentation': ['--trace-level=3'], 'alloc-churn': ['--trace-level=3'], 'leak': ['--trace-level=3'],
         'near-capacity': ['--trace-level=3'], 'unaligned-sdma': ['--trace-level=3']}
# What a capture is read with to show the fault, and the rules that have to fire then and must not fire otherwise.
SUBTLE = {'clock-skew': (['--align', 'off'], ['E03'])}
BEGIN, END = '<!-- score:begin -->', '<!-- score:end -->'
CLASSES = {'C': 'compute', 'M': 'memory', 'N': 'communication', 'H': 'host', 'D': 'data', 'E': 'environment, quality'}


def fail(text):
    sys.exit('score_rules.py: ' + text)


class Runner:
    def __init__(self, cli, folder):
        self.cli, self.folder, self.twins = cli, folder, {}

    def run(self, words):
        done = subprocess.run([self.cli] + words, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def judge(self, kind, letter, seed, fault):
        """The findings by rule and the planted truth of one capture."""
        _, ranks, steps = FITS[kind]
        words = ['collect', '--scenario', SCENARIOS[letter], '--ranks', str(max(ranks, LEAST_RANKS[letter])),
                 '--steps', str(max(steps, 2)), '--seed', str(seed), '--export', 'text'] + NEEDS.get(kind, [])
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            target = os.path.join(place, 'capture')
            code, _, err = self.run(words + (['--fault', kind] if fault else []) + ['-o', target])
            if code != 0:
                fail(f'{" ".join(words)} {kind if fault else ""}: {err.strip()}')
            with open(os.path.join(target, 'ground_truth.json'), encoding='utf-8') as file:
                truth = json.load(file)
            findings = []
            options, rules = SUBTLE.get(kind, ([], []))
            for reading in ([options, []] if options else [[]]):
                code, out, err = self.run(['analyze', target, '--json', '--quiet', '--no-progress', '--cache-dir',
                                           os.path.join(place, 'cache')] + reading)
                if code != 0:
                    fail(f'analyze of {" ".join(words)} {kind if fault else ""}: {err.strip()}')
                findings.append({finding['rule']: finding for finding in json.loads(out)['findings']})
            if options and fault:
                truth['faults'][0]['must'] += rules
                truth['otherwise'] = [rule for rule in rules if rule in findings[1]]
        return findings[0], truth

    def twin(self, kind, letter, seed):
        key = (letter, seed, FITS[kind][1:], tuple(NEEDS.get(kind, [])), kind in SUBTLE)
        if key not in self.twins:
            self.twins[key] = self.judge(kind, letter, seed, False)
        return self.twins[key]

    def exists(self, rule):
        trace = os.path.join(self.folder, 'one.json')
        with open(trace, 'w', encoding='utf-8') as file:
            file.write('[{"ph":"X","name":"a","ts":0,"dur":1,"pid":1,"tid":1}]')
        return 'no such rule' not in self.run(['analyze', '--only', rule, trace])[2]


def saving(finding):
    return (finding or {}).get('saving', {}).get('high_ns') or 0


def found(rule, note, faulty, clean, cost):
    here, before = faulty.get(rule), clean.get(rule)
    if here is None or (here['severity'] == 'note' and not note):
        return False
    shown = before is not None and (note or before['severity'] != 'note')
    return not shown or not cost or saving(here) - saving(before) >= cost / 2


def score_one(runner, kind, letter, seed):
    clean, expected = runner.twin(kind, letter, seed)
    faulty, truth = runner.judge(kind, letter, seed, True)
    fault = truth['faults'][0]
    unavailable = set(fault.get('unavailable', []))
    cost = fault.get('cost_ns_per_step', 0)
    notes = set(fault['must_note'])
    result = {'kind': kind, 'scenario': SCENARIOS[letter], 'seed': seed, 'musts': [], 'hits': [],
              'false': truth.get('otherwise', []), 'errors': []}
    for rule in list(fault['must']) + list(fault['must_note']):
        if rule in unavailable:
            continue
        hit = found(rule, rule in notes, faulty, clean, cost)
        result['musts'].append((rule, hit))
        if hit and cost and saving(faulty[rule]):
            gained = saving(faulty[rule]) - saving(clean.get(rule))
            result['errors'].append((rule, (gained - cost) / cost))
    allowed = set(fault['may'])
    for part in (truth['expected'], expected['expected']):
        allowed |= set(part['must']) | set(part['must_note']) | set(part['may'])
    for rule, finding in faulty.items():
        if finding['severity'] == 'note':
            continue
        if rule in fault['must'] or rule in notes:
            result['hits'].append(rule)
        elif rule not in allowed and clean.get(rule, {'severity': 'note'})['severity'] == 'note':
            result['false'].append(rule)
    return result


def known_rules():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'resources', 'rules.json')
    with open(path, encoding='utf-8') as file:
        return [name for name in json.load(file) if len(name) == 3 and name[1:].isdigit()]


def percent(part, whole):
    return f'{100 * part / whole:.0f} %' if whole else '–'


def row(name, results, rules):
    musts = [hit for r in results for rule, hit in r['musts'] if rule in rules]
    hits = sum(rule in rules for r in results for rule in r['hits'])
    wrong = sum(rule in rules for r in results for rule in r['false'])
    errors = [error for r in results for rule, error in r['errors'] if rule in rules]
    median = f'{100 * statistics.median(errors):+.0f} %' if errors else '–'
    return (f'| {name} | {len(musts)} | {percent(sum(musts), len(musts))} | {wrong} | {percent(hits, hits + wrong)} '
            f'| {median} |')


def tables(results, runner, seeds):
    rules = sorted({rule for r in results for rule, _ in r['musts']} | {rule for r in results for rule in r['false']})
    absent = [rule for rule in rules if not runner.exists(rule)]
    there = [rule for rule in rules if rule not in absent]
    head = '| {} | planted | recall | false | precision | saving, median error |\n|---|---|---|---|---|---|'
    lines = [f'{len(results)} faulty captures against their twins: {len({r["kind"] for r in results})} kinds of '
             f'faults, {seeds} seeds for each of two scenarios ({2 * seeds} where one fits).', '',
             head.format('rule')]
    lines += [row(rule, results, {rule}) for rule in there]
    lines += ['', head.format('class')]
    for letter, name in CLASSES.items():
        lines.append(row(name, results, {rule for rule in there if rule.startswith(letter)}))
    lines.append(row('all rules there are', results, set(there)))
    unscored = sorted(set(known_rules()) - set(rules))
    lines += ['', 'Planted, but the rule does not exist yet: ' + (', '.join(absent) or 'none') + '. Unscored, as no fault '
              'has to raise them: ' + (', '.join(unscored) or 'none') + '.', '',
              '| fault | scenario | not found | false |', '|---|---|---|---|']
    by_place = {}
    for r in results:
        missed, false = by_place.setdefault((r['kind'], r['scenario']), (set(), set()))
        missed |= {rule for rule, hit in r['musts'] if not hit and rule in there}
        false |= set(r['false'])
    lines += [f'| {kind} | {scenario} | {", ".join(sorted(missed)) or "–"} | {", ".join(sorted(false)) or "–"} |'
              for (kind, scenario), (missed, false) in sorted(by_place.items()) if missed or false]
    lines += ['', 'Above note on a clean twin though its scenario does not expect it (faults are judged against the twin, '
              'so these count nowhere above): ' + ('; '.join(unexpected(runner)) or 'nothing') + '.']
    return '\n'.join(lines) + '\n'


def unexpected(runner):
    """What clean twins say that their scenarios do not expect, by scenario."""
    places = {}
    for key, (findings, truth) in runner.twins.items():
        expected = {rule for part in ('must', 'must_note', 'may') for rule in truth['expected'][part]}
        loud = {rule for rule, finding in findings.items() if finding['severity'] != 'note'}
        places.setdefault(SCENARIOS[key[0]], set()).update(loud - expected)
    return [f'{scenario}: {", ".join(sorted(rules))}' for scenario, rules in sorted(places.items()) if rules]


def write_between(path, text):
    with open(path, encoding='utf-8') as file:
        page = file.read()
    if BEGIN not in page or END not in page:
        fail(f'{path} lacks the marks {BEGIN} and {END}')
    before, rest = page.split(BEGIN, 1)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(before + BEGIN + '\n' + text + END + rest.split(END, 1)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--faults', default='')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--write')
    parser.add_argument('--json')
    options = parser.parse_args()
    kinds = options.faults.split(',') if options.faults else list(FITS)
    if unknown := [kind for kind in kinds if kind not in FITS]:
        fail('no such fault: ' + ', '.join(unknown))
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(os.path.abspath(options.cli), folder)
        work = []
        for kind in kinds:
            letters = FITS[kind][0][:2]
            count = options.seeds if len(letters) > 1 else 2 * options.seeds
            work += [(kind, letter, seed) for letter in letters for seed in range(1, count + 1)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda item: score_one(runner, *item), work))
        text = tables(results, runner, options.seeds)
    print(text, end='')
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(results, file, indent=1)
    if options.write:
        write_between(options.write, text)


if __name__ == '__main__':
    main()
