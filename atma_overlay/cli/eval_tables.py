"""What `atma eval` prints beside its reports: names, what models cost, how far a grader agrees with labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_overlay.cli.terminal import console, styled

if TYPE_CHECKING:
    from atma_overlay.evaluation.report import Report
    from atma_overlay.evaluation.settings import Settings
    from atma_overlay.judge import Prices


def print_names() -> None:
    """The suites and the systems, a line each."""
    from atma_overlay.cli.tables import table
    from atma_overlay.evaluation.suites import SUITES, suite_named
    from atma_overlay.evaluation.systems import SYSTEMS

    suites = table("suite", "what it is", "--set")
    for name in SUITES:
        suite = suite_named(name)
        suites.add_row(name, suite.summary, "; ".join(f"{key}: {text}" for key, text in suite.settings.items()))
    systems = table("system", "what it is")
    for name, system in SYSTEMS.items():
        systems.add_row(name, system.help)
    console().print(suites)
    console().print(systems)


def print_agreement(settings: Settings) -> None:
    """How far the grader agrees with answers that a person labelled, before it grades any."""
    from atma_overlay.cli.tables import table
    from atma_overlay.evaluation.answering import open_answering
    from atma_overlay.evaluation.answers import measure_agreement

    answering = open_answering(settings.models)
    try:
        found = measure_agreement(answering.grader) if answering.grader else {}
    finally:
        answering.close()
    shown = table("grader against labels", "answers", "agreement", "Cohen's kappa")
    for name, agreement in found.items():
        kappa = "–" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        shown.add_row(name, str(agreement.n), f"{agreement.accuracy:.2f}", kappa)
    console().print(shown)


def print_cost(reports: tuple[Report, ...], prices: Prices | None) -> None:
    """What the models took, system by system, and what that cost where prices were given."""
    from atma_overlay.judge.estimate import cost_of

    for report in reports:
        spent = {name: int(metric.value or 0) for name, metric in report.overall.cost.items()}
        if spent.get("model_calls"):
            tokens_in, tokens_out = spent["tokens_in"], spent["tokens_out"]
            cost = cost_of(prices, tokens_in=tokens_in, tokens_out=tokens_out)
            said = f"{report.system}: {spent['model_calls']} completions, {tokens_in} tokens in, {tokens_out} out"
            console().print(said if cost is None else f"{said}, cost {cost}")
    if reports and (lost := reports[0].unjudged):
        remedy = "the figures are without them: see that it answers, and run again"
        console().print(styled(f"the judge's model failed on {lost} turns and queries; {remedy}", "red"))
