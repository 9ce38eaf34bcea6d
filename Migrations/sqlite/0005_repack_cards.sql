-- Cards in a form of two thirds of the bytes, so that more of them stand on a page: a piece closes the
-- text before it and opens the one behind it, which leaves the quotes out, and pieces that nearly
-- always come together are one. CardPiece.swift has the codes; being below 0x20 they stand in no
-- value. What is put together must be replaced before its parts.
UPDATE recent_cards SET card = (
  SELECT CAST(
    -- A card whose two times are equal ends with a piece that says so, any other with its last digit.
    CASE WHEN substr(c, -25, 24) = substr(c, -50, 24)
      THEN substr(c, 1, length(c) - 26) || x'0A'
      ELSE substr(c, 1, length(c) - 1)
    END AS BLOB)
  FROM (
    SELECT CAST(
      replace(replace(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        CAST(card AS TEXT),
        x'0122', x'01'),                            -- ,"name":"
        x'2202', x'02'),                            -- ","price":{"amount_minor":
        x'0422', x'04'),                            -- ,"currency":"
        x'2205', x'05'),                            -- ","exponent":
        x'080A22', x'08'),                          -- ,"sold_out":false,"category":"
        x'090A22', x'09'),                          -- ,"sold_out":true,"category":"
        x'220B', x'0B'),                            -- ","vendor":{"id":
        x'0C22', x'0C'),                            -- ,"name":"
        x'22150D222F6D656469612F', x'18'),          -- "},"thumbnail":{"url":"/media/
        x'22150D22', x'16'),                        -- "},"thumbnail":{"url":"
        x'220D222F6D656469612F', x'17'),            -- ","thumbnail":{"url":"/media/
        x'220D22', x'0D'),                          -- ","thumbnail":{"url":"
        x'2E737667220E3332300F3332301510', x'19'),  -- .svg","width":320,"height":320},"view_count":
        x'220E', x'0E'),                            -- ","width":
        x'220F', x'1A'),                            -- ","height":
        x'221510', x'1B'),                          -- "},"view_count":
        x'2210', x'1C'),                            -- ","view_count":
        x'1510', x'10'),                            -- },"view_count":
        x'0307', x'1D'),                            -- ,"currency":"KRW","exponent":0},"stock":
        x'12301322', x'1E'),                        -- ,"purchase_count":0,"created_at":"
        x'1322', x'13'),                            -- ,"created_at":"
        x'221422', x'14')                           -- ","updated_at":"
      AS BLOB) AS c
    -- Kept apart from what stands around it, which would else work it out at each use.
    LIMIT 1));

UPDATE rank_versions SET card = (
  SELECT c.card
  FROM products AS p JOIN recent_cards AS c ON c.created_at = p.created_at AND c.product_id = p.id
  WHERE p.id = rank_versions.product_id)
WHERE card IS NOT NULL;
