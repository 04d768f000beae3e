package org.whichjvm.collector.html.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SvgCleanerTest {
    @Test
    void idsAreTheChartsOwnAndReferencesFollow() {
        assertEquals(
                "<g clip-path=\"url(#c-1)\" id=\"c-2\"><clipPath id=\"c-1\"><rect height=\"2\" width=\"1\"/>"
                        + "</clipPath></g>",
                clean("<g id='pXyz' clip-path='url(#q1w2)'><clipPath id='q1w2'>"
                        + "<rect width='1.0' height='2.0'/></clipPath></g>"));
    }

    @Test
    void numbersAreRoundedAndColoursAreHex() {
        assertEquals(
                "<circle cx=\"1.23\" cy=\"-3\" fill=\"#0a80ff\" r=\"2\"/>",
                clean("<circle cx='1.23456' cy='-2.9999' r='2.0' fill='rgb(10,128,255)'/>"));
        assertEquals(
                "<path d=\"M0 1.5 L0 2\" stroke=\"#000000\"/>",
                clean("<path d='M1.0E-4 1.5 L0.0 2.0' stroke='#000000'/>"));
    }

    @Test
    void aLongPathIsWhole() {
        String path = "M1 1" + " L2 2".repeat(500);
        assertEquals(
                "<path d=\"" + path + "\" stroke=\"#000000\"/>", clean("<path d='" + path + "' stroke='#000000'/>"));
    }

    @Test
    void onlyShapesAndTextGetThrough() {
        assertEquals(
                "<text>&lt;b&gt; &amp; &quot;</text>",
                clean("<script>alert(1)</script><style>*{}</style><a href='x'><text>y</text></a>"
                        + "<image href='x'/><foreignObject><b>z</b></foreignObject>"
                        + "<text onclick='x' style='background:url(x)'>&lt;b&gt; &amp; \"</text>"));
    }

    @Test
    void aFillInAStyleIsAnAttributeToRecolour() {
        assertEquals(
                "<text fill=\"#1c2127\" font-weight=\"bold\">a</text>",
                clean("<text style='fill:#1c2127;font-size:9px;font-weight:bold;'> a </text>"));
    }

    @Test
    void whatCannotBeSeenIsLeftOut() {
        assertEquals("", clean("<g><g/><path fill='rgb(0,0,0)' fill-opacity='0.0' stroke-width='0.0' d='M0 0'/></g>"));
    }

    @Test
    void aDrawingThatIsNotXmlIsADefect() {
        assertThrows(IllegalStateException.class, () -> clean("<text>a & b</text>"));
    }

    private static String clean(String inside) {
        return new SvgCleaner("c").clean("<svg>" + inside + "</svg>");
    }
}
