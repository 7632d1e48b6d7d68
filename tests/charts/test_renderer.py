"""Charts without the network: the bundle and its cache, the HTML of a chart, the live chart's messages."""

import altair as alt
import pytest

from toolkit.charts import bundle, enable, live, renderer


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "_cache_directory", lambda: tmp_path / "cache")
    bundle.javascript.cache_clear()
    yield tmp_path / "cache"
    bundle.javascript.cache_clear()


def test_the_bundle_is_made_once_and_kept(cache, monkeypatch):
    import vl_convert

    made = []
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda entry, vl_version: made.append(vl_version) or f"/* {entry} */")
    assert bundle.javascript("one") == "/* one */"
    bundle.javascript.cache_clear()
    assert bundle.javascript("one") == "/* one */"
    assert made == [bundle.vega_lite_version()]
    assert [file.suffix for file in cache.iterdir()] == [".js"]


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path, monkeypatch):
    import vl_convert

    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(bundle, "_cache_directory", lambda: tmp_path / "file" / "cache")
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda entry, vl_version: "made")
    bundle.javascript.cache_clear()
    assert bundle.javascript("two") == "made"
    bundle.javascript.cache_clear()


def test_enable_registers_the_renderer_and_shows_the_bundle_once(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    before = alt.renderers.active
    try:
        enable()
        assert alt.renderers.active == renderer.NAME
        (script,) = shown
        assert script.data.startswith('<script type="module">')
        assert script.data.count("</script") == 1
    finally:
        alt.renderers.enable(before)


def test_a_chart_is_small_html_with_a_still_picture():
    chart = alt.Chart(alt.InlineData(values=[{"a": "</script><b>"}]), title='A "title"').mark_bar().encode(x="a:N")
    bundle_of_output = renderer.render(chart.to_dict())
    code = bundle_of_output["text/html"]
    assert bundle_of_output["text/plain"] == 'Chart: A "title"'
    assert "<svg" in code and "https://vega" not in code.partition("<script>")[0]
    assert code.count("</script") == 1
    assert len(code) < 20_000


def test_two_charts_have_two_places():
    spec = alt.Chart(alt.InlineData(values=[])).mark_bar().to_dict()
    assert renderer.chart_html(spec, still=False) != renderer.chart_html(spec, still=False)


def test_there_is_one_loader_and_it_carries_vega():
    assert live.loader() is live.loader()
    assert "vegaEmbed" in live.loader()._esm or len(live.loader()._esm) > 500_000


def test_a_live_chart_sends_only_what_is_new():
    chart = live.LiveChart(spec={})
    chart.push({"k": 1}, src={"count": [0, 1]})
    chart.push({"k": 1}, src={"count": [0, 1]})
    assert chart.tick == 1
    chart.push({"k": 2}, src={"count": [0, 1]})
    assert chart.tick == 2 and chart.signals == {"k": 2}


def test_charts_of_one_feed_travel_in_one_message() -> None:
    feed = live.Feed()
    left, right = live.LiveChart(feed, spec={}), live.LiveChart(feed, spec={})
    sent: list[dict[str, object]] = []
    feed.send_state = lambda key=None: sent.append(dict(feed.now)) if key else None  # type: ignore[method-assign]
    with feed.together():
        left.push({"k": 1}, "left", src={"count": [0]})
        right.push({"k": 2}, "right")
    assert len(sent) == 1 and sent[0].keys() == {left.key, right.key}
    assert (left.signals, right.signals) == ({"k": 1}, {"k": 2})
    assert (left.description, left.data, right.tick) == ("left", {"src": {"count": [0]}}, 1)
