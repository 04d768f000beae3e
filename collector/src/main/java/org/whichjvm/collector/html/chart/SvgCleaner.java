package org.whichjvm.collector.html.chart;

import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;
import org.whichjvm.collector.io.HtmlText;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Rewrites what lets-plot draws: small, with nothing but shapes and text, and with the same bytes every time. It parses
 * a drawing and writes it again, so that only what is named here gets through. All text is escaped once, here.
 */
final class SvgCleaner {
    private static final Set<String> ELEMENTS =
            Set.of("g", "path", "line", "circle", "rect", "polygon", "polyline", "text", "tspan", "defs");
    private static final Set<String> ATTRIBUTES = Set.of(
            ("x y x1 y1 x2 y2 cx cy r d dx dy width height points transform class id clip-path fill stroke fill-opacity"
                            + " stroke-opacity stroke-width stroke-dasharray fill-rule text-anchor font-size font-weight opacity")
                    .split(" "));
    // An attribute has this value where it is not written.
    private static final Map<String, String> DEFAULTS =
            Map.of("fill-opacity", "1", "stroke-opacity", "1", "opacity", "1", "x", "0", "y", "0");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");
    private static final Pattern RGB = Pattern.compile("rgb\\((\\d+),(\\d+),(\\d+)\\)");
    private static final Pattern FILL = Pattern.compile("fill: ?(#[0-9a-f]{6}|rgb\\(\\d+,\\d+,\\d+\\))");
    private static final Pattern CLIP = Pattern.compile("url\\(#(\\w+)\\)");

    private final String name;
    // lets-plot's are random.
    private final Map<String, String> ids = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    /** The name begins all ids, so that they differ from those of other drawings on a page. */
    SvgCleaner(String name) {
        this.name = name;
    }

    /** Returns the contents of the drawing's outermost element, as XML. */
    String clean(String svg) {
        children(parse(svg));
        return out.toString();
    }

    private static Element parse(String svg) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler()); // the default one prints before it throws
            return builder.parse(new InputSource(new StringReader(svg))).getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException exception) {
            throw new IllegalStateException("a drawing is not XML: " + exception.getMessage(), exception);
        }
    }

    private void children(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                element(element);
            } else if (child instanceof Text) {
                out.append(HtmlText.escape(child.getTextContent().strip()));
            }
        }
    }

    private void element(Element element) {
        String tag = element.getTagName();
        boolean clip = tag.equals("clipPath");
        if (!ELEMENTS.contains(tag) && !clip || invisible(element)) {
            return;
        }
        String attributes = attributes(element);
        int start = out.length();
        // A group of nothing, or without a meaning of its own, is its contents.
        boolean unwrapped = tag.equals("g") && attributes.isEmpty();
        if (!unwrapped) {
            out.append('<').append(tag).append(attributes).append('>');
        }
        int inside = out.length();
        children(element);
        if (out.length() == inside) {
            out.setLength(start);
            if (!tag.equals("g") && !tag.startsWith("t") && !attributes.isEmpty()) {
                out.append('<').append(tag).append(attributes).append("/>");
            }
        } else if (!unwrapped) {
            out.append("</").append(tag).append('>');
        }
    }

    /** Backgrounds and frames that lets-plot draws without a colour. */
    private static boolean invisible(Element element) {
        String fill = element.getAttribute("fill");
        boolean noFill = fill.equals("none") || zero(element, "fill-opacity") || fill.equals("transparent");
        String stroke = element.getAttribute("stroke");
        boolean noStroke = stroke.isEmpty() || zero(element, "stroke-opacity") || zero(element, "stroke-width");
        return noFill
                && noStroke
                && !element.hasChildNodes() | element.getTagName().equals("path");
    }

    private static boolean zero(Element element, String attribute) {
        return element.getAttribute(attribute).matches("0(\\.0+)?");
    }

    private String attributes(Element element) {
        StringBuilder text = new StringBuilder();
        NamedNodeMap attributes = element.getAttributes();
        boolean noStroke = zero(element, "stroke-opacity") || zero(element, "stroke-width");
        Matcher styled = FILL.matcher(element.getAttribute("style"));
        if (styled.find()) { // as an attribute, so that it is recoloured like all others
            text.append(" fill=\"").append(value("fill", styled.group(1))).append('"');
        }
        if (element.getAttribute("style").contains("font-weight:bold")) {
            text.append(" font-weight=\"bold\"");
        }
        for (int i = 0; i < attributes.getLength(); i++) {
            String key = attributes.item(i).getNodeName();
            if (!ATTRIBUTES.contains(key) || noStroke && key.startsWith("stroke")) {
                continue;
            }
            String value = value(key, attributes.item(i).getNodeValue());
            if (!value.isEmpty() && !value.equals(DEFAULTS.get(key))) {
                text.append(" %s=\"%s\"".formatted(key, HtmlText.markup(value)));
            }
        }
        return text.toString();
    }

    private String value(String key, String value) {
        if (key.equals("id")) {
            return value.isEmpty() ? "" : id(value);
        }
        Matcher clip = CLIP.matcher(value);
        if (key.equals("clip-path") && clip.matches()) {
            return "url(#" + id(clip.group(1)) + ")";
        }
        Matcher rgb = RGB.matcher(value);
        if (rgb.matches()) {
            return String.format(
                    "#%02x%02x%02x",
                    Integer.parseInt(rgb.group(1)), Integer.parseInt(rgb.group(2)), Integer.parseInt(rgb.group(3)));
        }
        return NUMBER.matcher(value).replaceAll(match -> rounded(match.group())).strip();
    }

    private String id(String random) {
        return ids.computeIfAbsent(random, each -> name + "-" + (ids.size() + 1));
    }

    private static String rounded(String number) {
        double value = Math.round(Double.parseDouble(number) * 100) / 100.0;
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
