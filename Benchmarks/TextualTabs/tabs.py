"""The same two tabs with Textual, for scripts/bench-terminal.py: two lists of 500 products each.

Textual's own widgets as its documentation shows them; the products are made up in memory, so no
store is opened and no query is run.
"""
from textual.app import App, ComposeResult
from textual.widgets import OptionList, TabbedContent, TabPane

PRODUCTS = 500


def products(name):
    return [f"{name} 상품 {number + 1:<48} {12_900 + number * 100:,}원" for number in range(PRODUCTS)]


class Tabs(App):
    CSS = "TabPane { padding: 0 } OptionList { height: 1fr }"
    BINDINGS = [("right,l", "next", "next"), ("left,h", "previous", "previous"), ("q", "quit", "quit")]

    def compose(self) -> ComposeResult:
        with TabbedContent(initial="recent"):
            with TabPane("최근 상품", id="recent"):
                yield OptionList(*products("최근"))
            with TabPane("인기 상품", id="popular"):
                yield OptionList(*products("인기"))

    def action_next(self):
        self.query_one(TabbedContent).active = "popular"

    def action_previous(self):
        self.query_one(TabbedContent).active = "recent"


if __name__ == "__main__":
    Tabs().run()
